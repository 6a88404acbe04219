/** A client that sends raw bytes on a socket and reports how the server closes it. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export class RawClient {
  received = '';
  readonly closed: Promise<unknown>;
  readonly #waiting = new Set<() => void>();

  private constructor(readonly socket: Socket) {
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      this.received += text;
      for (const look of this.#waiting) look();
    });
    // The server may reset the connection.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      for (const look of this.#waiting) look();
    });
    this.closed = once(socket, 'close').catch(() => undefined);
  }

  static async open(url: string): Promise<RawClient> {
    const { port } = new URL(url);
    const socket = connect({ host: '127.0.0.1', port: Number(port) });
    await once(socket, 'connect');
    return new RawClient(socket);
  }

  send(text: string): void {
    if (this.socket.writable) this.socket.write(text, 'latin1');
  }

  /** Waits until the received text satisfies a condition, or the connection is closed. */
  async until(condition: (received: string) => boolean): Promise<string> {
    while (!condition(this.received) && !this.socket.closed) {
      await new Promise<void>((resolve) => {
        const look = (): void => {
          this.#waiting.delete(look);
          resolve();
        };
        this.#waiting.add(look);
      });
    }
    return this.received;
  }

  /** The status of the first response. */
  async status(): Promise<number | undefined> {
    const received = await this.until((text) => text.includes('\r\n\r\n'));
    const status = /^HTTP\/1\.1 (\d{3})/.exec(received)?.[1];
    return status === undefined ? undefined : Number(status);
  }

  end(): void {
    this.socket.destroy();
  }
}
