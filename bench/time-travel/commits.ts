/** Changes one object again and again, so that datasets of queries have commits to follow. */
import type { MeasuredNode } from '../node.js';
import { changeBody } from './bodies.js';

const DESCRIPTION = 'https://onerecord.iata.org/ns/cargo#goodsDescription';

export class ChangingObject {
  #text: string | undefined;

  constructor(
    private readonly node: MeasuredNode,
    private readonly uri: string,
  ) {}

  /** Makes the next revision, with another description. */
  async change(): Promise<void> {
    const { headers } = await this.node.send('GET', this.uri);
    const revision = Number(headers['revision']);
    const stated = (value: string): { property: string; value: string } => ({ property: DESCRIPTION, value });
    const next = `"revision ${String(revision + 1)}"`;
    const removed = this.#text === undefined ? [] : [stated(this.#text)];
    await this.node.send('PATCH', this.uri, changeBody(this.uri, revision, { removed, added: [stated(next)] }));
    this.#text = next;
  }
}
