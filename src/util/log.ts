/** The part of VS Code's log channel that the code uses. Never given a header, a key or a body. */
export interface Log {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
