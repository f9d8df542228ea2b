import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';

/** A part of the day: a program, in a process of its own, that prints its part of the report as Markdown. */
export interface Part {
  title: string;
  /** What Node is given. */
  args: readonly string[];
}

export interface PartResult {
  title: string;
  markdown: string;
  /** How it failed, with the last lines that it said; null where it did not. */
  error: string | null;
  seconds: number;
}

/** What ends a part that hangs. */
const MOST_MS = 2 * 3600_000;
/** How much of what a part said last is kept. */
const LAST_LINES = 12;

/** Runs a part. What it prints to stderr is shown; what it printed before it failed is kept. */
export function runPart({ title, args }: Part): Promise<PartResult> {
  const started = performance.now();
  return new Promise((resolve) => {
    const stdio = ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'];
    const child = spawn(process.execPath, args, { stdio, timeout: MOST_MS });
    let markdown = '';
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      markdown += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      process.stderr.write(text);
      said = (said + text).split('\n').slice(-LAST_LINES).join('\n');
    });
    const end = (how: string | null) => {
      const seconds = (performance.now() - started) / 1000;
      resolve({ title, markdown: markdown.trim(), error: how && `${how}\n${said.trim()}`.trim(), seconds });
    };
    child.on('error', ({ message }) => end(message));
    child.on('close', (code, signal) => end(code === 0 ? null : `it ended with ${signal ?? `exit code ${code}`}`));
  });
}
