/** How far a command is: one line on a terminal, over and over; nothing where nobody looks. */

const EVERY_MS = 200;

export class Progress {
  #shown = 0;

  constructor(private readonly terminal: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr) {}

  show(text: string): void {
    const now = performance.now();
    if (!this.terminal.isTTY || now - this.#shown < EVERY_MS) return;
    this.#shown = now;
    this.terminal.write(`\r\u001b[K${text}`);
  }

  /** Takes the line away. */
  end(): void {
    if (this.#shown > 0) this.terminal.write('\r\u001b[K');
  }
}
