/**
 * A float64 number that records its inputs, for reverse-mode automatic differentiation with PyTorch's rules at the
 * edges of clamp and minimum.
 */
export class Scalar {
  readonly value: number;
  /** d root / d this, after `backward` on the root. */
  gradient = 0;
  readonly #inputs: readonly (readonly [Scalar, number])[];

  constructor(value: number, inputs: readonly (readonly [Scalar, number])[] = []) {
    this.value = value;
    this.#inputs = inputs;
  }

  plus(other: Scalar): Scalar {
    return new Scalar(this.value + other.value, [
      [this, 1],
      [other, 1],
    ]);
  }

  minus(other: Scalar): Scalar {
    return new Scalar(this.value - other.value, [
      [this, 1],
      [other, -1],
    ]);
  }

  times(other: Scalar): Scalar {
    return new Scalar(this.value * other.value, [
      [this, other.value],
      [other, this.value],
    ]);
  }

  scaled(factor: number): Scalar {
    return new Scalar(this.value * factor, [[this, factor]]);
  }

  exp(): Scalar {
    const value = Math.exp(this.value);
    return new Scalar(value, [[this, value]]);
  }

  log(): Scalar {
    return new Scalar(Math.log(this.value), [[this, 1 / this.value]]);
  }

  sqrt(): Scalar {
    const value = Math.sqrt(this.value);
    return new Scalar(value, [[this, 0.5 / value]]);
  }

  /** Computes torch.clamp: the gradient passes inside the limits and at them. */
  clamp(least: number, most: number): Scalar {
    const inside = this.value >= least && this.value <= most;
    return new Scalar(Math.min(most, Math.max(least, this.value)), [[this, inside ? 1 : 0]]);
  }

  /** Computes torch.minimum: equal values share the gradient. */
  min(other: Scalar): Scalar {
    const share = this.value < other.value ? 1 : this.value > other.value ? 0 : 0.5;
    return new Scalar(Math.min(this.value, other.value), [
      [this, share],
      [other, 1 - share],
    ]);
  }

  /** Returns the same number, through which no gradient flows. */
  stop(): Scalar {
    return new Scalar(this.value);
  }

  /** Sets the gradients of all inputs of this number. */
  backward(): void {
    const order: Scalar[] = [];
    const seen = new Set<Scalar>();
    const stack: [Scalar, number][] = [[this, 0]];
    seen.add(this);
    while (stack.length > 0) {
      const top = stack[stack.length - 1];
      const [node, next] = top;
      if (next === node.#inputs.length) {
        order.push(node);
        stack.pop();
        continue;
      }
      top[1]++;
      const [input] = node.#inputs[next];
      if (!seen.has(input)) {
        seen.add(input);
        stack.push([input, 0]);
      }
    }
    for (const node of order) node.gradient = 0;
    this.gradient = 1;
    for (const node of order.reverse()) {
      for (const [input, slope] of node.#inputs) input.gradient += slope * node.gradient;
    }
  }
}

export function sum(values: readonly Scalar[]): Scalar {
  return new Scalar(
    values.reduce((total, { value }) => total + value, 0),
    values.map((value) => [value, 1]),
  );
}
