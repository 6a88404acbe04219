/**
 * Serves one request of a connection at a time. Node parses everything that a read of a socket returns, 64 KiB and
 * thousands of short requests, and starts to answer each of them. Here the parser gets the next request of a connection
 * after the previous one has been answered and its answer has been taken; until then its bytes wait. RFC 9112, section
 * 9.3.2, allows it: answers are sent in the order of the requests.
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** With more waiting, a socket is not read. A connection that its client has closed is noticed only while it is read. */
const MAX_WAITING_BYTES = 64 * 1024;
const MAX_WAITING_READS = 64;

/** Parts given to the parser in one turn of the event loop: chunks of a body may be as short as a byte. */
const MAX_PARTS = 64;

const LF = 10;
const CR = 13;

/** Calls the listener for each request of a server, sequentially on each connection. */
export function answerInTurn(server: Server, listener: RequestListener): void {
  const connections = new WeakMap<Socket, Pipeline>();
  // Node's own listener has been called before, and has begun to read the socket.
  server.on('setSecureContext' in server ? 'secureConnection' : 'connection', (socket: Socket) => {
    connections.set(socket, new Pipeline(socket));
  });
  const inTurn: RequestListener = (request, response) => {
    if (connections.get(request.socket)?.begin(request, response) === true) listener(request, response);
    else request.socket.destroy();
  };
  // The app decides whether it reads a body that a client asks for, and ignores other expectations.
  server.on('request', inTurn).on('checkContinue', inTurn).on('checkExpectation', inTurn);
}

class Pipeline {
  /** Node's listener: it gives the bytes to the parser. */
  readonly #parse: (bytes: Buffer) => void;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #request: IncomingMessage | undefined;
  #isAnswered = true;
  /** Bytes of the body to come, of a request with Content-Length. */
  #bodyBytes = 0;
  /** Whether the line has no character so far. */
  #isLineEmpty = false;
  #isScheduled = false;
  #isFull = false;

  constructor(private readonly socket: Socket) {
    const listeners = socket.listeners('data');
    this.#parse = (bytes) => {
      for (const listener of listeners) Reflect.apply(listener, socket, [bytes]);
    };
    socket.removeAllListeners('data');
    socket.on('data', (bytes: Buffer) => {
      this.#waiting.push(bytes);
      this.#waitingBytes += bytes.length;
      if (!this.#isScheduled) this.#read();
    });
  }

  /**
   * Called when the parser has read the head of a request.
   *
   * @returns whether it is this request's turn. If not, the parser found it within the data of another request.
   */
  begin(request: IncomingMessage, response: ServerResponse): boolean {
    if (!this.#isAnswered) return false;
    this.#request = request;
    this.#isAnswered = false;
    const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
    this.#bodyBytes = coding === undefined ? Number(length ?? 0) : 0;
    response.once('close', () => {
      this.#isAnswered = true;
      if (this.#waitingBytes > 0) this.#schedule();
    });
    return true;
  }

  /** Answers may be written without a turn of the event loop: data of other connections is handled in between. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#read();
    });
  }

  #read(): void {
    let parts = 0;
    for (; this.#waitingBytes > 0 && this.#isReading(); parts += 1) {
      if (parts === MAX_PARTS) {
        this.#schedule();
        break;
      }
      this.#parse(this.#nextPart());
    }
    const isFull = this.#waitingBytes >= MAX_WAITING_BYTES || this.#waiting.length >= MAX_WAITING_READS;
    if (isFull) this.socket.pause();
    else if (this.#isFull) this.socket.resume();
    this.#isFull = isFull;
  }

  /** Whether the parser may have more: the rest of a request, or another one where all are answered. */
  #isReading(): boolean {
    return this.socket.writable && (this.#isAnswered || this.#request?.complete === false);
  }

  /** A part of the waiting bytes that has the end of at most one request. */
  #nextPart(): Buffer {
    const [bytes = Buffer.alloc(0)] = this.#waiting;
    const length = this.#partLength(bytes);
    if (length === bytes.length) this.#waiting.shift();
    else this.#waiting[0] = bytes.subarray(length);
    this.#waitingBytes -= length;
    return bytes.subarray(0, length);
  }

  /** Up to the end of the body or of an empty line, with which each head and each message in chunks ends. */
  #partLength(bytes: Buffer): number {
    if (this.#bodyBytes > 0) {
      const length = Math.min(this.#bodyBytes, bytes.length);
      this.#bodyBytes -= length;
      return length;
    }
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (byte === LF) {
        const isEmpty = this.#isLineEmpty;
        this.#isLineEmpty = !isEmpty;
        if (isEmpty) return at + 1;
      } else if (byte !== CR) this.#isLineEmpty = false;
    }
    return bytes.length;
  }
}
