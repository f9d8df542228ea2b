/** Breaths from one look to the next: some ten microseconds. */
const BREATHS_A_LOOK = 64;

let look: (() => void) | null = null;
let breaths = 0;

/** Called wherever reading a grammar or finding a mask may go on for long: a thread that works cannot be spoken to. */
export function breathe(): void {
  if (look === null) return;
  breaths = (breaths + 1) % BREATHS_A_LOOK;
  if (breaths === 0) look();
}

/** Does `work`, and calls `onLook` while it breathes: which may take its time, or throw to break the work off. */
export function breathing<T>(onLook: () => void, work: () => T): T {
  const before = look;
  look = onLook;
  try {
    return work();
  } finally {
    look = before;
  }
}
