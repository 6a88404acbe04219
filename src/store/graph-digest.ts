/**
 * A digest of all graphs of a store, to compare stores of any kind. The order of graphs and statements does not matter.
 */
import { createHash } from 'node:crypto';
import { lines } from './oxigraph/ntriples.js';

const BYTES = 32;

export class GraphDigest {
  readonly #sum = Buffer.alloc(BYTES);

  /** @param text the graph's statements as N-Triples, as the engine writes them. */
  add(graph: string, text: string): void {
    const hash = createHash('sha256').update(`${graph}\n`);
    for (const line of [...lines(text)].sort()) hash.update(`${line}\n`);
    const digest = hash.digest();
    for (let index = 0; index < BYTES; index += 1)
      this.#sum.writeUInt8(this.#sum.readUInt8(index) ^ digest.readUInt8(index), index);
  }

  toString(): string {
    return this.#sum.toString('hex');
  }
}
