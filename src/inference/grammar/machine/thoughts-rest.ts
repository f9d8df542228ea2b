import { TextTerminal } from './text-terminal.ts';

/** Thoughts that a model spells, from their opening to their closing mark. */
export class ThoughtsRest extends TextTerminal {
  settles(): boolean {
    return true;
  }
}
