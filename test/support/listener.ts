/** A reader of the stream of changes (`GET /internal/stream`). */
import { expect } from 'chai';
import type { MirrorChange, StreamChange } from '../../src/console/responses.js';
import { eventually, tokenFor } from './exchange.js';

interface StreamedEvent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/** A reader of a stream. */
export class Listener {
  readonly events: StreamedEvent[] = [];
  readonly #abort = new AbortController();
  hasEnded = false;

  static async open(url: string, agent: string, last?: string): Promise<Listener> {
    const listener = new Listener();
    const response = await fetch(`${url}/internal/stream`, {
      headers: {
        Authorization: `Bearer ${await tokenFor(url, agent)}`,
        ...(last !== undefined && { 'Last-Event-ID': last }),
      },
      signal: listener.#abort.signal,
    });
    expect(response.status).to.equal(200);
    listener.#read(response).catch(() => {
      listener.hasEnded = true;
    });
    return listener;
  }

  async #read({ body }: Response): Promise<void> {
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (let chunk = await reader?.read(); chunk?.done === false; chunk = await reader?.read()) {
      text += chunk.value;
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        const field = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(part)?.[1] ?? '';
        if (field('event') !== '') this.events.push({ id: field('id'), event: field('event'), data: field('data') });
      }
    }
    this.hasEnded = true;
  }

  get changes(): StreamChange[] {
    return this.events.filter(({ event }) => event === 'changed').map(({ data }) => JSON.parse(data) as StreamChange);
  }

  /** The states of follows that it was told of (M8). */
  get mirrorChanges(): MirrorChange[] {
    return this.events.filter(({ event }) => event === 'mirror').map(({ data }) => JSON.parse(data) as MirrorChange);
  }

  async until(condition: (changes: readonly StreamChange[]) => boolean): Promise<void> {
    await eventually(() => Promise.resolve(condition(this.changes)));
  }

  close(): void {
    this.#abort.abort();
  }
}
