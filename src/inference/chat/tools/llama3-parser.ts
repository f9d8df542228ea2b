import { CallObject } from './call-object.ts';
import { ToolParser } from './tool-parser.ts';

export const PYTHON_TAG = '<|python_tag|>';

/**
 * `{"name": ..., "parameters": {...}}`, anywhere in the text, perhaps behind `<|python_tag|>`, several of them apart by
 * `;`. An object that is no call of a known tool is content.
 */
export class Llama3Parser extends ToolParser {
  readonly #names: ReadonlySet<string>;
  #object: CallObject | null = null;
  /** A tag or separator that leads to a call, or the beginning of one; content if none follows. */
  #lead = '';
  #raw = '';
  #afterCall = false;
  #broken = false;

  constructor(names: ReadonlySet<string>) {
    super();
    this.#names = names;
  }

  protected take(character: string): void {
    if (this.#broken) this.arguments(character);
    else if (this.#object === null) this.#takeText(character);
    else this.#takeObject(this.#object, character);
  }

  #takeObject(object: CallObject, character: string): void {
    const state = object.push(character);
    this.#raw += character;
    if (state === 'open') return;
    if (state === 'closed' || (object.told && object.complete)) this.#endCall();
    else if (object.told) {
      this.#broken = true;
      this.arguments(character);
    } else this.#noCall(character);
  }

  protected finish(): void {
    if (this.#object === null) this.content(this.#lead);
    else if (!this.#object.told) this.content(this.#lead + this.#raw);
  }

  #takeText(character: string): void {
    if (character === '{') {
      if (!this.#leads()) this.#showLead();
      this.#begin();
      return;
    }
    this.#lead += character;
    if (this.#leads() || PYTHON_TAG.startsWith(this.#lead)) return;
    this.#afterCall = false;
    this.#releaseLead();
  }

  /** Whether a call may follow the lead, which is then no content. */
  #leads(): boolean {
    const separates = this.#afterCall && /^\s*;?\s*$/.test(this.#lead);
    return separates || (this.#lead.startsWith(PYTHON_TAG) && this.#lead.slice(PYTHON_TAG.length).trim() === '');
  }

  #showLead(): void {
    this.content(this.#lead);
    this.#lead = '';
  }

  /** Shows what cannot lead to a call any more. */
  #releaseLead(): void {
    let released = this.#lead.length;
    for (let start = 1; start < this.#lead.length; start++) {
      if (PYTHON_TAG.startsWith(this.#lead.slice(start))) {
        released = start;
        break;
      }
    }
    this.content(this.#lead.slice(0, released));
    this.#lead = this.#lead.slice(released);
  }

  #begin(): void {
    this.#raw = '{';
    this.#object = new CallObject({
      names: this.#names,
      mayLackArguments: false,
      onCall: (name) => this.call(name),
      onArguments: (text) => this.arguments(text),
    });
    this.#object.push('{');
  }

  #endCall(): void {
    this.#object = null;
    this.#lead = '';
    this.#afterCall = true;
  }

  /** All of it is content; but the character that told so may begin a call. */
  #noCall(character: string): void {
    const again = character === '{' && this.#raw.length > 1;
    this.content(this.#lead + (again ? this.#raw.slice(0, -1) : this.#raw));
    this.#object = null;
    this.#lead = '';
    this.#afterCall = false;
    if (again) this.#begin();
  }
}
