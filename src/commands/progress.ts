/** The progress of a command: one line that is overwritten, on a terminal only. */

const INTERVAL_MS = 200;

export class Progress {
  #writtenAt = 0;

  constructor(private readonly terminal: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr) {}

  show(text: string): void {
    const now = performance.now();
    if (!this.terminal.isTTY || now - this.#writtenAt < INTERVAL_MS) return;
    this.#writtenAt = now;
    this.terminal.write(`\r\u001b[K${text}`);
  }

  /** Clears the line. */
  end(): void {
    if (this.#writtenAt > 0) this.terminal.write('\r\u001b[K');
  }
}
