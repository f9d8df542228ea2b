import { installLlamaCpp, presentLlamaCpp } from './llama-cpp.ts';
import { notRun } from './not-run.ts';
import { installPeft, presentPeft } from './train-peer.ts';

/** Peers to use: all, installed if missing, or only those present. */
export type PeerChoice = 'install' | 'present';

/** Programs to compare with. With `present`, a failing peer does not lose our own figures. */
export class Peers {
  readonly #choice: PeerChoice;
  readonly #python: string | undefined;

  /** `python`: an interpreter with PyTorch, transformers and PEFT. */
  constructor(choice: PeerChoice, python: string | undefined) {
    this.#choice = choice;
    this.#python = python;
  }

  /** Measures with llama.cpp; if it is missing, reports that it did not run. */
  async withLlamaCpp(what: string, measure: (folder: string) => Promise<void>): Promise<void> {
    if (this.#choice === 'install') return measure(await installLlamaCpp());
    const folder = presentLlamaCpp();
    if (folder === null) return say(what, 'it is not installed (--install-peers installs it)');
    try {
      await measure(folder);
    } catch (error) {
      fail(what, error);
    }
  }

  /** Measures with the interpreter; if it is missing or fails, measures without it. */
  async withPeft(measure: (python: string | null) => Promise<void>): Promise<void> {
    if (this.#choice === 'install') return measure(this.#python ?? (await installPeft()));
    const python = this.#python ?? (await presentPeft());
    if (python === null) {
      say('PyTorch + PEFT', 'they are not installed (--python PATH names them, --install-peers installs them: 8 GB)');
      return measure(null);
    }
    try {
      await measure(python);
    } catch (error) {
      fail('PyTorch + PEFT', error);
      await measure(null);
    }
  }
}

function say(what: string, why: unknown): void {
  console.log(`\n${notRun(what, why)}`);
}

function fail(what: string, error: unknown): void {
  console.error(error);
  say(what, error);
  process.exitCode = 1;
}
