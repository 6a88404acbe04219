/** An RDF resource written down in the form that was asked for: media type (D4) and API version (D34, D35). */
import { createHash } from 'node:crypto';
import { writeJsonLd } from '../rdf/jsonld-writer.js';
import {
  type DatasetCore,
  dataset,
  factory,
  type Iri,
  isLiteral,
  isNamedNode,
  type NamedNode,
  type Quad,
  triple,
} from '../rdf/terms.js';
import { writeNTriples, writeTurtle } from '../rdf/turtle.js';
import { type Vocabulary, xsd } from '../rdf/vocabulary.js';
import type { ApiVersion } from '../settings.js';
import type { Answer } from './exchange.js';
import { contentType, type Form } from './negotiation.js';

/** A resource as RDF: its statements and the one they are about. */
export interface Description {
  readonly root: NamedNode;
  readonly data: DatasetCore;
}

/** How one API version differs from what the node keeps. */
interface Edition {
  /** Properties that this version does not have yet, with what hangs on them. */
  readonly hidden: ReadonlySet<string>;
}

export class Representations {
  readonly #editions: Readonly<Record<ApiVersion, Edition>>;
  /** Properties whose datatype the store does not keep apart from xsd:integer. */
  readonly #integers: ReadonlyMap<string, NamedNode>;
  readonly #prefixes: Readonly<Record<string, string>>;
  /** Lists that are sorted by what they hold, not by name. */
  readonly #ordered: ReadonlySet<string>;

  constructor({ api, namespaces }: Vocabulary) {
    this.#editions = {
      '2.0.0': {
        hidden: new Set([api.hasRequestStatusSince, api.hasRequestStatusHistory].map((term) => term.value)),
      },
    };
    this.#integers = new Map([
      [api.hasRevision.value, xsd.positiveInteger],
      [api.hasLatestRevision.value, xsd.positiveInteger],
      [api.hasTotalItems.value, xsd.nonNegativeInteger],
    ]);
    this.#ordered = new Set([api.hasItem, api.hasChangeRequest].map((term) => term.value));
    this.#prefixes = { api: namespaces.api, cargo: namespaces.cargo };
  }

  /** The resource's bytes in this form; the same statements give the same bytes (D3). */
  write({ root, data }: Description, form: Form): Buffer {
    const shown = this.#present(root, data, this.#editions[form.version]);
    switch (form.syntax) {
      case 'jsonld':
        return Buffer.from(
          JSON.stringify(writeJsonLd(shown, root, { prefixes: this.#prefixes, ordered: this.#ordered })),
        );
      case 'turtle':
      case 'xturtle':
        return Buffer.from(writeTurtle(shown, this.#prefixes));
      case 'ntriples':
        return Buffer.from(writeNTriples(shown));
    }
  }

  /** An answer with this resource as its content, tagged by a hash of its bytes. */
  answer(
    description: Description,
    form: Form,
    about: {
      readonly type: Iri;
      readonly lastModified?: Date | undefined;
      readonly headers?: Readonly<Record<string, string>>;
    },
  ): Answer {
    const body = this.write(description, form);
    return {
      kind: 'content',
      body,
      contentType: contentType(form),
      etag: digest(body),
      type: about.type,
      ...(about.lastModified && { lastModified: about.lastModified }),
      ...(about.headers && { headers: about.headers }),
    };
  }

  #present(root: NamedNode, data: DatasetCore, edition: Edition): DatasetCore {
    const shown: Quad[] = [];
    const orphans = new Set<string>();
    let changed = false;
    for (const quad of data) {
      const datatype = this.#integers.get(quad.predicate.value);
      if (edition.hidden.has(quad.predicate.value)) {
        changed = true;
        if (isNamedNode(quad.object)) orphans.add(quad.object.value);
      } else if (datatype !== undefined && isLiteral(quad.object)) {
        changed = true;
        shown.push(triple(quad.subject, quad.predicate, factory.literal(quad.object.value, datatype)));
      } else shown.push(quad);
    }
    if (!changed) return data;
    return dataset(shown.filter((quad) => quad.subject.equals(root) || !orphans.has(quad.subject.value)));
  }
}

/** A short, strong tag for these bytes. */
export function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
}
