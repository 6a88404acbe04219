/** Serializes RDF resources in the negotiated format: media type (D4) and API version (D34, D35). */
import { createHash } from 'node:crypto';
import { finish, type Steps, turns } from '../../async/turns.js';
import { getOrAdd } from '../../collections.js';
import { isExpanded, isFlattened } from '../../rdf/jsonld/forms.js';
import { jsonLdSteps, type WriteOptions } from '../../rdf/jsonld/writer.js';
import { prefixesOf } from '../../rdf/prefixes.js';
import { type Graph, graphSteps } from '../../rdf/graph.js';
import type { Iri, NamedNode, Quad } from '../../rdf/terms.js';
import { nTriplesSteps, turtleSteps, writeNTriples } from '../../rdf/turtle.js';
import type { Vocabulary } from '../../rdf/vocabulary.js';
import type { ApiVersion } from '../../api-versions.js';
import type { Content } from '../request-context.js';
import { jsonBody, jsonBodySteps } from './json-body.js';
import { contentType, formName, type RepresentationFormat } from './negotiation.js';
import { cutTo, type VersionCut } from './version-cut.js';

/** The maximum number of statements whose JSON is written synchronously, which is faster. */
const MAX_AT_ONCE = 250;

/** A resource and the statements about it. */
export interface RdfResource {
  readonly root: NamedNode;
  readonly data: Graph;
}

export class Representations {
  readonly #cuts = new Map<ApiVersion, VersionCut>();
  readonly #writing: WriteOptions;

  constructor(private readonly vocabulary: Vocabulary) {
    const { api, namespaces } = vocabulary;
    this.#writing = {
      prefixes: prefixesOf(namespaces),
      vocab: namespaces.cargo,
      // Kept in their order, not sorted.
      ordered: new Set(
        [
          api.hasItem,
          api.hasActionRequest,
          api.hasChangeRequest,
          api.hasCreationResult,
          api.hasRequestStatusHistory,
        ].map((term) => term.value),
      ),
    };
  }

  /** Writes a resource, a large one in turns with others. Deterministic: the same statements give the same bytes (D3). */
  write(resource: RdfResource, form: RepresentationFormat): Promise<Buffer> {
    return turns.run(this.#steps(resource, form));
  }

  /** Like `write`, synchronously: for small data, and if the order of writes matters. */
  writeAtOnce(resource: RdfResource, form: RepresentationFormat): Buffer {
    return finish(this.#steps(resource, form));
  }

  /**
   * Several resources: in compacted JSON-LD an array of documents, each with a `@context`; in other syntaxes and forms one
   * graph (D31).
   */
  async writeList(descriptions: readonly RdfResource[], form: RepresentationFormat): Promise<Buffer> {
    if (form.syntax === 'jsonld' && !isExpanded(form.jsonLd) && !isFlattened(form.jsonLd)) {
      const documents: string[] = [];
      for (const description of descriptions)
        documents.push((await this.write(description, form)).toString().trimEnd());
      return Buffer.from(`[${documents.join(',')}]\n`);
    }
    const cut = this.#cutTo(form.version);
    const adapted: Graph[] = [];
    for (const { data } of descriptions) adapted.push(await turns.run(cut(data)));
    return this.writeGraph(
      await turns.run(graphSteps(inOne(adapted))),
      descriptions.map(({ root }) => root),
      form,
    );
  }

  /**
   * A graph with several roots: in JSON-LD under `@graph`, unless there is just one (D46).
   *
   * @param keepsLiterals see `WriteOptions`.
   */
  writeGraph(
    data: Graph,
    roots: readonly NamedNode[],
    form: RepresentationFormat,
    keepsLiterals = false,
  ): Promise<Buffer> {
    return turns.run(this.#graphSteps(data, roots, form, keepsLiterals));
  }

  /** A result with this resource as its content; its tag is a hash of its bytes. */
  async answer(
    description: RdfResource,
    form: RepresentationFormat,
    about: {
      readonly type: Iri;
      /** The state that the tag begins with (see `stateOf`). */
      readonly state?: string;
      readonly lastModified?: Date | undefined;
      readonly headers?: Readonly<Record<string, string>>;
    },
  ): Promise<Content> {
    const body = await this.write(description, form);
    return {
      kind: 'content',
      body,
      contentType: contentType(form),
      etag: entityTag(body, form, about.state),
      type: about.type,
      ...(about.lastModified && { lastModified: about.lastModified }),
      ...(about.headers && { headers: about.headers }),
    };
  }

  #cutTo(version: ApiVersion): VersionCut {
    return getOrAdd(this.#cuts, version, () => cutTo(version, this.vocabulary));
  }

  *#steps({ root, data }: RdfResource, form: RepresentationFormat): Steps<Buffer> {
    return yield* this.#graphSteps(yield* this.#cutTo(form.version)(data), [root], form);
  }

  *#graphSteps(
    data: Graph,
    roots: readonly NamedNode[],
    form: RepresentationFormat,
    keepsLiterals = false,
  ): Steps<Buffer> {
    switch (form.syntax) {
      case 'jsonld': {
        const document = yield* jsonLdSteps(form.jsonLd, data, roots, { ...this.#writing, keepsLiterals });
        return data.size <= MAX_AT_ONCE ? jsonBody(document) : yield* jsonBodySteps(document);
      }
      case 'turtle':
      case 'xturtle':
        return Buffer.from(yield* turtleSteps(data, this.#writing.prefixes, keepsLiterals));
      case 'ntriples':
        return Buffer.from(yield* nTriplesSteps(data, keepsLiterals));
    }
  }
}

/** The statements of several graphs. */
function* inOne(graphs: readonly Graph[]): Generator<Quad> {
  for (const graph of graphs) yield* graph;
}

/**
 * The tag of a body: a different one for each form and API version, even for equal bodies (V6).
 *
 * @param state the prefix of the tag (see `stateOf`).
 */
export function entityTag(body: Buffer, form: RepresentationFormat, state?: string): string {
  return [...(state === undefined ? [] : [state]), formName(form), digest(body)].join('.');
}

/** By graph: the store gives the same one for the same statements, for a while. */
const stateTags = new WeakMap<Graph, string>();

/** The common prefix of the tags of a graph in all forms, made from its statements. */
export function stateTag(data: Graph): string {
  let tag = stateTags.get(data);
  if (tag === undefined) stateTags.set(data, (tag = digest(Buffer.from(writeNTriples(data)))));
  return tag;
}

/** A short strong tag. */
export function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
}
