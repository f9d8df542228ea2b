import { InvalidArgumentError } from 'commander';

/**
 * Returns a parser of options and arguments for whole numbers within bounds; it throws commander's
 * `InvalidArgumentError`.
 */
export function integerFrom(minimum: number, maximum = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^[+-]?\d+$/.test(text) && value >= minimum && value <= maximum) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${minimum} to ${maximum}.`);
  };
}

/** Returns a parser for any number within bounds. */
export function numberFrom(minimum: number, maximum: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== '' && value >= minimum && value <= maximum) return value;
    throw new InvalidArgumentError(`It must be a number from ${minimum} to ${maximum}.`);
  };
}
