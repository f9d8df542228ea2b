import { InvalidArgumentError } from 'commander';

/** Reads a whole number within these bounds from an option or argument; throws commander's `InvalidArgumentError`. */
export function integerFrom(minimum: number, maximum = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^[+-]?\d+$/.test(text) && value >= minimum && value <= maximum) return value;
    throw new InvalidArgumentError(`Allowed are whole numbers from ${minimum} to ${maximum}.`);
  };
}

/** The same for any number. */
export function numberFrom(minimum: number, maximum: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== '' && value >= minimum && value <= maximum) return value;
    throw new InvalidArgumentError(`Allowed are numbers from ${minimum} to ${maximum}.`);
  };
}
