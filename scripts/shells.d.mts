export interface Shell {
  program: string;
  env: Record<string, string>;
  /**
   * First lines for a script of this shell; they set the folders of its modules and functions if it does not find them
   * itself.
   */
  settings: string;
}

/**
 * Returns the machine's own shell, or Debian's, unpacked into `.cache/shells`. Throws `SetupError` if there is none.
 */
export function shell(name: 'bash' | 'zsh' | 'fish'): Promise<Shell>;
