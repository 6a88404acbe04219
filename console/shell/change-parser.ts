/** A parser of Server-Sent Events for a response in chunks (HTML standard, section 9.2). */
export interface ServerSentEvent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/** More than the node ever sends as one event. */
const MAX_BUFFER = 1_000_000;

/** The events of a text in chunks. Comments, which only keep the connection open, are left out. */
export class ServerSentEventParser {
  #rest = '';

  /** @throws RangeError if no event ends within a million characters. */
  push(piece: string): ServerSentEvent[] {
    const blocks = (this.#rest + piece).replaceAll('\r\n', '\n').split('\n\n');
    this.#rest = blocks.pop() ?? '';
    if (this.#rest.length > MAX_BUFFER) throw new RangeError('an event of the stream is too long');
    return blocks.flatMap((block) => {
      const fields = { id: '', event: 'message', data: '' };
      let hasData = false;
      for (const line of block.split('\n')) {
        const [, name, value = ''] = /^(id|event|data):? ?(.*)$/.exec(line) ?? [];
        if (name === 'id' || name === 'event') fields[name] = value;
        else if (name === 'data') {
          fields.data += hasData ? `\n${value}` : value;
          hasData = true;
        }
      }
      return hasData ? [fields] : [];
    });
  }
}
