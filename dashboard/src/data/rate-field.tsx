/** Returns why the text is not a valid learning rate; null if it is. */
export function rateFault(rate: string): string | null {
  return Number(rate) > 0 && Number(rate) <= 1 ? null : 'The rate must be above 0, at most 1.';
}

export function RateField({ rate, onInput }: { rate: string; onInput: (rate: string) => void }) {
  return (
    <label class="field">
      <span>Learning rate</span>
      <input
        value={rate}
        inputMode="decimal"
        aria-invalid={rateFault(rate) !== null}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </label>
  );
}
