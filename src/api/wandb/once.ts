/** Gives what `make` makes, which it does when it is first asked. */
export function once<Args extends unknown[], Made>(make: (...args: Args) => Made): (...args: Args) => Made {
  let known: { made: Made } | null = null;
  return (...args) => {
    known ??= { made: make(...args) };
    return known.made;
  };
}
