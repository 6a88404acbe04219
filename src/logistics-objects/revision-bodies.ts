/** The bodies of revisions, cached: a revision never changes. */
import { formName, type RepresentationFormat } from '../http/representation/negotiation.js';
import type { Graph } from '../rdf/graph.js';
import { detachString, type Iri, node } from '../rdf/terms.js';
import type { Services } from '../services.js';
import type { StoreCache } from '../store/cache/store-cache.js';
import { revisionTag } from './path-object.js';
import type { Revision } from './revisions.js';

/** The body of a revision. */
export interface RevisionBody {
  readonly body: Buffer;
  readonly type: Iri;
  /** The beginning of the revision's tags (see `revisionTag`). */
  readonly state: string;
}

export class RevisionBodies {
  readonly #bodies: StoreCache<RevisionBody>;

  constructor(private readonly services: Pick<Services, 'store' | 'model' | 'representations'>) {
    this.#bodies = services.store.cache({ share: 'bodies', bytes: ({ body }) => body.length });
  }

  /**
   * A revision in some form.
   *
   * @param form the inputs of the body in addition to the statements of the revision.
   */
  of(revision: Revision, form: string, write: (data: Graph) => Promise<Buffer>): Promise<RevisionBody> {
    return this.#bodies.of(`${revision.graph} ${form}`, async (track) => {
      track.graph(revision.graph);
      const data = await this.services.store.read(revision.graph);
      return { body: await write(data), type: this.typeAt(revision, data), state: revisionTag(revision.number, data) };
    });
  }

  /** The unchanged statements of a revision: only those that SPARQL finds in its graph (W1). */
  asItIs(revision: Revision, form: RepresentationFormat): Promise<RevisionBody> {
    return this.of(revision, `graph ${formName(form)}`, (data) =>
      this.services.representations.writeGraph(data, [node(revision.head.object)], form),
    );
  }

  /** The object's most specific type in that revision (D8). */
  typeAt({ head }: Revision, data: Graph): Iri {
    const [first, ...others] = data.types(node(head.object));
    return detachString(first === undefined ? head.type : this.services.model.mostSpecific([first, ...others]));
  }
}
