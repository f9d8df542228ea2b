import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';

/** Part of the GPU day: a program that runs in its own process and prints its part of the report as Markdown. */
export interface Part {
  title: string;
  /** Arguments for Node. */
  args: readonly string[];
}

export interface PartResult {
  title: string;
  markdown: string;
  /** Error, with the last lines of stderr; null on success. */
  error: string | null;
  seconds: number;
}

/** Timeout of a part. */
const MAX_MS = 2 * 3600_000;
/** Number of stderr lines kept for the error. */
const LAST_LINES = 12;

/** Runs a part. Shows its stderr; keeps its output even if it fails. */
export function runPart({ title, args }: Part): Promise<PartResult> {
  const started = performance.now();
  return new Promise((resolve) => {
    const stdio = ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'];
    const child = spawn(process.execPath, args, { stdio, timeout: MAX_MS });
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
    child.on('close', (code, signal) => end(code === 0 ? null : `ended with ${signal ?? `exit code ${code}`}`));
  });
}
