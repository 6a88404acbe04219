/** `Link` fields that lead from an object to its revisions, and from one of them to the others (RFC 7089; W13, W15). */
import type { UriScheme } from '../uris.js';
import type { Head, Revision, Revisions } from './revisions.js';

export class MementoLinks {
  /** `Link` of objects, which each read of them sends. */
  readonly #ofObjects = new WeakMap<Head, string>();

  constructor(private readonly services: { readonly revisions: Revisions; readonly uris: UriScheme }) {}

  /** `Link` of a memento: the object, its TimeMap, and the revisions before and after it, the first and the last one (W13). */
  async ofMemento(revision: Revision): Promise<string> {
    const { head, number } = revision;
    const last = head.latestRevision;
    const numbers = [1, number - 1, number, number + 1, last].filter((one) => one >= 1 && one <= last);
    const near = [...new Set(numbers)].sort((one, other) => one - other);
    const revisions = await Promise.all(near.map((one) => this.services.revisions.numbered(head, one)));
    return [
      ...this.#object(head),
      ...revisions.map((one) => {
        const isNear = { prev: one.number === number - 1, next: one.number === number + 1 };
        return this.to(one, [isNear.prev && 'prev', isNear.next && 'next']);
      }),
    ].join(', ');
  }

  /** `Link` of the object: itself, its TimeMap and its latest revision (W15). */
  ofObject(head: Head): string {
    const known = this.#ofObjects.get(head);
    if (known !== undefined) return known;
    const link = [...this.#object(head), this.to(this.services.revisions.latest(head))].join(', ');
    this.#ofObjects.set(head, link);
    return link;
  }

  /** @param relations relations in addition to those in every list. */
  to({ head, number, graph, createdAt }: Revision, relations: readonly (string | false)[] = []): string {
    const all = [number === 1 && 'first', number === head.latestRevision && 'last', ...relations, 'memento'];
    return `<${graph}>; rel="${all.filter(Boolean).join(' ')}"; datetime="${createdAt.toUTCString()}"`;
  }

  #object({ object }: Head): string[] {
    const timeMap = this.services.uris.timeMap(object);
    return [`<${object}>; rel="original timegate"`, `<${timeMap}>; rel="timemap"; type="application/link-format"`];
  }
}
