/** An RDF resource written down in the form that was asked for: media type (D4) and API version (D34, D35). */
import { createHash } from 'node:crypto';
import { isExpanded, isFlattened } from '../rdf/jsonld/forms.js';
import { writeJsonLdForm, type WriteOptions } from '../rdf/jsonld/writer.js';
import { prefixesOf } from '../rdf/prefixes.js';
import { type Graph, graphOf } from '../rdf/graph.js';
import { factory, type Iri, isLiteral, isNamedNode, type NamedNode, type Quad, triple } from '../rdf/terms.js';
import { writeNTriples, writeTurtle } from '../rdf/turtle.js';
import { type Vocabulary, xsd } from '../rdf/vocabulary.js';
import type { ApiVersion } from '../api-versions.js';
import type { Content } from './request-context.js';
import { contentType, type RepresentationFormat, type Syntax } from './negotiation.js';

/** A resource as RDF: its statements and the one they are about. */
export interface RdfResource {
  readonly root: NamedNode;
  readonly data: Graph;
}

/** How one API version differs from what the node stores. */
interface VersionProfile {
  /** Properties that this version does not have yet, with what hangs on them. */
  readonly hidden: ReadonlySet<string>;
}

export class Representations {
  readonly #profiles: Readonly<Record<ApiVersion, VersionProfile>>;
  /** Properties whose datatype the store does not keep apart from xsd:integer. */
  readonly #integers: ReadonlyMap<string, NamedNode>;
  readonly #writing: WriteOptions;

  constructor({ api, namespaces }: Vocabulary) {
    this.#profiles = {
      '2.0.0': {
        hidden: new Set([api.hasRequestStatusSince, api.hasRequestStatusHistory].map((term) => term.value)),
      },
    };
    this.#integers = new Map([
      [api.hasRevision.value, xsd.positiveInteger],
      [api.hasLatestRevision.value, xsd.positiveInteger],
      [api.hasTotalItems.value, xsd.nonNegativeInteger],
    ]);
    this.#writing = {
      prefixes: prefixesOf(namespaces),
      vocab: namespaces.cargo,
      // Lists that are sorted by what they hold, not by name.
      ordered: new Set([api.hasItem, api.hasChangeRequest].map((term) => term.value)),
    };
  }

  /** The resource's bytes in this form; the same statements give the same bytes (D3). */
  write({ root, data }: RdfResource, form: RepresentationFormat): Buffer {
    const presented = this.#present(root, data, this.#profiles[form.version]);
    if (form.syntax !== 'jsonld') return this.#text(presented, form.syntax);
    return Buffer.from(JSON.stringify(writeJsonLdForm(form.jsonLd, presented, [root], this.#writing)));
  }

  /**
   * Several resources side by side: in JSON-LD an array of documents, each with its own `@context`, in the other syntaxes
   * and in the forms of JSON-LD that list nodes one graph (D31).
   */
  writeList(descriptions: readonly RdfResource[], form: RepresentationFormat): Buffer {
    if (form.syntax === 'jsonld' && !isExpanded(form.jsonLd) && !isFlattened(form.jsonLd)) {
      const documents = descriptions.map((description) => this.write(description, form).toString());
      return Buffer.from(`[${documents.join(',')}]`);
    }
    const profile = this.#profiles[form.version];
    const presented = descriptions.flatMap(({ root, data }) => [...this.#present(root, data, profile)]);
    return this.writeGraph(
      graphOf(presented),
      descriptions.map(({ root }) => root),
      form,
    );
  }

  /** Several resources of one graph: in JSON-LD side by side under `@graph` unless there is just one (D46). */
  writeGraph(data: Graph, roots: readonly NamedNode[], form: RepresentationFormat): Buffer {
    if (form.syntax !== 'jsonld') return this.#text(data, form.syntax);
    return Buffer.from(JSON.stringify(writeJsonLdForm(form.jsonLd, data, roots, this.#writing)));
  }

  /** An answer with this resource as its content, tagged by a hash of its bytes. */
  answer(
    description: RdfResource,
    form: RepresentationFormat,
    about: {
      readonly type: Iri;
      /** The state that is shown, for conditions that are compared with it alone (see `stateOf`). */
      readonly state?: string;
      readonly lastModified?: Date | undefined;
      readonly headers?: Readonly<Record<string, string>>;
    },
  ): Content {
    const body = this.write(description, form);
    return {
      kind: 'content',
      body,
      contentType: contentType(form),
      etag: about.state === undefined ? digest(body) : `${about.state}.${digest(body)}`,
      type: about.type,
      ...(about.lastModified && { lastModified: about.lastModified }),
      ...(about.headers && { headers: about.headers }),
    };
  }

  #text(data: Graph, syntax: Exclude<Syntax, 'jsonld'>): Buffer {
    switch (syntax) {
      case 'turtle':
      case 'xturtle':
        return Buffer.from(writeTurtle(data, this.#writing.prefixes));
      case 'ntriples':
        return Buffer.from(writeNTriples(data));
    }
  }

  #present(root: NamedNode, data: Graph, profile: VersionProfile): Graph {
    const presented: Quad[] = [];
    const orphans = new Set<string>();
    let changed = false;
    for (const quad of data) {
      const datatype = this.#integers.get(quad.predicate.value);
      if (profile.hidden.has(quad.predicate.value)) {
        changed = true;
        if (isNamedNode(quad.object)) orphans.add(quad.object.value);
      } else if (datatype !== undefined && isLiteral(quad.object)) {
        changed = true;
        presented.push(triple(quad.subject, quad.predicate, factory.literal(quad.object.value, datatype)));
      } else presented.push(quad);
    }
    if (!changed) return data;
    return graphOf(presented.filter((quad) => quad.subject.equals(root) || !orphans.has(quad.subject.value)));
  }
}

/** A short, strong tag for these bytes. */
export function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
}
