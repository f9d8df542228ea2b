export interface Shell {
  program: string;
  env: Record<string, string>;
  /** Lines that begin a script of this shell: where its modules and functions are, where it does not know that itself. */
  settings: string;
}

/** The machine's own shell, or Debian's, unpacked into `.cache/shells`. Throws `SetupError` where it cannot be had. */
export function shell(name: 'bash' | 'zsh' | 'fish'): Promise<Shell>;
