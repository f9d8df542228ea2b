import { createInterface, type Interface } from 'node:readline';
import type { Context } from '../context.ts';
import { linesOf } from '../failures.ts';
import { AnswerPrinter } from './answer-printer.ts';
import { endsChat, runChatCommand } from './chat-commands.ts';
import type { AnswerEnd, Conversation } from './conversation.ts';
import { HistoryFile } from './history-file.ts';

const blockMark = '"""';

/**
 * A chat at a terminal: questions are typed, answers stream. Ctrl-C stops the current answer or discards the question.
 * Ctrl-D ends the chat and any current answer. With several conversations, each answers every question.
 */
export class Repl {
  readonly #context: Context;
  readonly #conversations: readonly Conversation[];
  readonly #history: HistoryFile;
  #answer: AbortController | null = null;
  /** Lines of an unfinished question of several lines. */
  #block: string[] | null = null;
  #isOver = false;

  constructor(context: Context, conversations: readonly Conversation[]) {
    this.#context = context;
    this.#conversations = conversations;
    this.#history = new HistoryFile(context.env);
  }

  async run(): Promise<void> {
    const lines = createInterface({
      input: process.stdin,
      output: process.stderr,
      prompt: '> ',
      history: this.#history.read(),
      historySize: 1000,
      removeHistoryDuplicates: true,
    });
    lines.on('history', (history) => this.#history.write(history));
    lines.on('SIGINT', () => this.#interrupt(lines));
    lines.on('close', () => {
      this.#isOver = true;
      this.#answer?.abort();
    });
    const names = this.#conversations.map(({ model }) => model).join(' and ');
    this.#context.err(`${names}; /help lists commands, Ctrl-D ends`);
    lines.prompt();
    for await (const line of lines) {
      this.#block = this.#block === null ? opened(line) : [...this.#block, line];
      const question = this.#block === null ? line.trim() : closed(this.#block);
      if (question === null) lines.setPrompt('… ');
      else {
        this.#block = null;
        lines.setPrompt('> ');
        if (endsChat(question)) break;
        await this.#take(question);
      }
      // Prompting on a closed interface throws, or keeps the process alive.
      if (this.#isOver) break;
      lines.prompt();
    }
    lines.close();
  }

  /** Handles a line. Errors are printed, and the chat continues. */
  async #take(line: string): Promise<void> {
    if (line === '') return;
    try {
      if (line.startsWith('/')) {
        const chat = { context: this.#context, conversations: this.#conversations };
        this.#context.err(await runChatCommand(chat, line));
      } else await this.#ask(line);
    } catch (error) {
      for (const text of linesOf(error)) this.#context.err(text);
    }
  }

  async #ask(question: string): Promise<void> {
    this.#answer = new AbortController();
    try {
      for (const conversation of this.#conversations) {
        if (this.#answer.signal.aborted) break;
        if (this.#conversations.length > 1) this.#context.err(`── ${conversation.model}`);
        const printer = new AnswerPrinter(this.#context);
        const take = (piece: Parameters<AnswerPrinter['take']>[0]) => printer.take(piece);
        const end = await conversation.ask(question, take, this.#answer.signal).finally(() => printer.end());
        this.#context.err(endLine(end));
      }
    } finally {
      this.#answer = null;
    }
  }

  #interrupt(lines: Interface): void {
    if (this.#answer !== null) {
      this.#answer.abort();
      return;
    }
    const isEmpty = lines.line === '' && this.#block === null;
    this.#block = null;
    lines.setPrompt('> ');
    if (isEmpty) this.#context.err('\nCtrl-D or /exit ends the chat');
    lines.write(null, { ctrl: true, name: 'e' });
    lines.write(null, { ctrl: true, name: 'u' });
    lines.prompt(true);
  }
}

function opened(line: string): string[] | null {
  return line.trimStart().startsWith(blockMark) ? [line.trimStart().slice(blockMark.length)] : null;
}

/** Returns the text of a block, or null if its last line does not end it. */
function closed(block: readonly string[]): string | null {
  const last = block.at(-1)!.trimEnd();
  if (!last.endsWith(blockMark)) return null;
  return [...block.slice(0, -1), last.slice(0, -blockMark.length)].join('\n').trim();
}

function endLine({ isWhole, finishReason, completionTokens, seconds }: AnswerEnd): string {
  if (!isWhole) return '(stopped)';
  const why = finishReason === 'stop' || finishReason === null ? '' : `, ended by ${finishReason}`;
  const tokens = completionTokens ?? 0;
  return `(${tokens} tokens, ${(tokens / Math.max(seconds, 1e-3)).toFixed(1)} tokens/s${why})`;
}
