import { expect } from 'chai';
import { framed, unframed } from '../../src/standby/protocol.js';
import { failure } from '../store/support/open.js';

const MAX_BYTES = 1_000;

async function* chunksOf(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield await Promise.resolve(bytes.subarray(at, at + length));
}

async function segmentsIn(chunks: AsyncIterable<Buffer>): Promise<string[]> {
  const found: string[] = [];
  for await (const segment of unframed(chunks, MAX_BYTES)) found.push(segment.toString());
  return found;
}

/** Spaces without an end; counts how many were read. */
class Endless {
  read = 0;

  constructor(private readonly begin: string) {}

  async *chunks(): AsyncGenerator<Buffer> {
    yield await Promise.resolve(Buffer.from(this.begin));
    for (;;) {
      this.read += 1;
      yield Buffer.alloc(100, ' ');
    }
  }
}

describe('the segments of an answer to a standby', () => {
  const segments = ['one', '', 'three\n3\nof them', 'x'.repeat(MAX_BYTES)];
  const bytes = Buffer.concat(segments.map((segment) => framed(Buffer.from(segment))));

  for (const length of [1, 2, 7, 64, bytes.length])
    it(`are those that were sent, in chunks of ${String(length)} bytes`, async () => {
      expect(await segmentsIn(chunksOf(bytes, length))).to.deep.equal(segments);
    });

  it('are refused when they end before their length', async () => {
    for (const end of [1, 2, 4, bytes.length - 1])
      expect(await failure(segmentsIn(chunksOf(bytes.subarray(0, end), 3))), String(end)).to.have.property(
        'message',
        'the answer is cut off',
      );
  });

  for (const begin of ['', '\n', '-1\n', '1e3\n', ' 3\n', '0x10\n', '1001\n', '<html>\n', '9'.repeat(400)])
    it(`are refused after ${JSON.stringify(begin.slice(0, 20))}, however much follows`, async () => {
      const endless = new Endless(begin);
      expect(await failure(segmentsIn(endless.chunks()))).to.have.property('message', 'the answer has no segments');
      expect(endless.read).to.be.below(3);
    });
});
