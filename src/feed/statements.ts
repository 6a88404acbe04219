/** The statements of a document: about the stream, its relations, and its members (W51, W52, W56). */
import { activityStreams, erasureTerms } from '../rdf/erasure-terms.js';
import { type Graph, graphOf } from '../rdf/graph.js';
import { extended, factory, type Iri, node, type Quad, type Quad_Object, triple } from '../rdf/terms.js';
import { dcterms, prov, rdfTerms, type Vocabulary, xsd } from '../rdf/vocabulary.js';
import type { GraphReader } from '../store/store.js';
import { DamagedDataError } from '../store/quarantine.js';
import type { UriScheme } from '../uris.js';
import type { FeedDocument, ListedMember, Relation } from './documents.js';
import type { Member } from './member-index.js';
import { MICROSECONDS } from './periods.js';
import { ldes, positionTerm, tree } from './terms.js';

/** A client asks for open documents again after so many seconds (W52). */
const POLLING_SECONDS = 60;

export interface StatementServices {
  readonly uris: UriScheme;
  readonly vocabulary: Vocabulary;
  /** Whole graphs. */
  readonly contents: GraphReader;
  readonly members: { readonly at: (position: number) => Promise<Member | undefined> };
}

/** A member with its statements. */
export interface DescribedMember {
  readonly graph: Iri;
  /** In the default graph. */
  readonly about: readonly Quad[];
  /** In the graph of its name, as it is read there (W1). */
  readonly content: Graph;
}

/** What a document states. */
export interface DescribedDocument {
  /** About the stream and the document itself. */
  readonly about: readonly Quad[];
  readonly members: readonly DescribedMember[];
}

const whole = (value: number): Quad_Object => factory.literal(String(value), xsd.integer);
const yes = factory.literal('true', xsd.boolean);

/** A feed time as it is served, to the millisecond: more digits would tell of others' commits. */
const timeText = (time: number): Quad_Object =>
  factory.literal(new Date(Math.floor(time / MICROSECONDS)).toISOString(), xsd.dateTime);

export class FeedStatements {
  readonly #stream;
  readonly #position;

  constructor(private readonly services: StatementServices) {
    this.#stream = node(services.uris.feed);
    this.#position = positionTerm(services.uris);
  }

  /** @param document undefined for the answer to `?since=`, which is no document of the tree. */
  async describe(document: FeedDocument | undefined, members: readonly ListedMember[]): Promise<DescribedDocument> {
    const about = [...this.#aboutStream(), ...(document === undefined ? [] : this.#aboutDocument(document))];
    const described = await Promise.all(members.map((member) => this.#member(member)));
    return { about, members: described.filter((member) => member !== undefined) };
  }

  #aboutStream(): Quad[] {
    const stream = this.#stream;
    return [
      triple(stream, rdfTerms.type, ldes.EventStream),
      triple(stream, ldes.timestampPath, dcterms.issued),
      triple(stream, ldes.sequencePath, this.#position),
      triple(stream, ldes.versionOfPath, dcterms.isVersionOf),
      triple(stream, ldes.versionDeletePath, rdfTerms.type),
      triple(stream, ldes.versionDeleteObject, activityStreams.Delete),
      triple(stream, ldes.pollingInterval, whole(POLLING_SECONDS)),
      triple(stream, tree.view, stream),
    ];
  }

  #aboutDocument({ path, isClosed, relations }: FeedDocument): Quad[] {
    const { feed } = this.services.uris;
    const subject = node(extended(feed, path));
    return [
      triple(subject, rdfTerms.type, tree.Node),
      ...(isClosed ? [triple(subject, ldes.immutable, yes)] : []),
      ...relations.flatMap((relation, index) => [
        ...this.#bound(subject, relation, `from${index}`, tree.GreaterThanOrEqualToRelation, relation.from),
        ...this.#bound(subject, relation, `to${index}`, tree.LessThanRelation, relation.to),
      ]),
    ];
  }

  /** One of the two relations that lead to a document. */
  #bound(
    subject: ReturnType<typeof node>,
    { path, by }: Relation,
    label: string,
    type: (typeof tree)[keyof typeof tree],
    value: number,
  ): Quad[] {
    const relation = factory.blankNode(label);
    return [
      triple(subject, tree.relation, relation),
      triple(relation, rdfTerms.type, type),
      triple(relation, tree.node, node(extended(this.services.uris.feed, path))),
      triple(relation, tree.path, by === 'time' ? dcterms.issued : this.#position),
      triple(relation, tree.value, by === 'time' ? timeText(value) : whole(value)),
    ];
  }

  /** Undefined for a member that was erased since it was listed. */
  async #member({ time, position, rank }: ListedMember): Promise<DescribedMember | undefined> {
    const { uris, contents, members, vocabulary } = this.services;
    const member = await members.at(position);
    if (member === undefined) return undefined;
    const { graph, erased } = member;
    if (erased !== undefined) return this.#erasure(graph, erased, [timeText(time), whole(rank)]);
    const kind = uris.graphKind(graph);
    const versionOf = kind?.kind === 'revision' ? kind.object : graph;
    const [content, provenance] = await Promise.all([contents.read(graph), contents.read(uris.provenance(graph))]);
    if (content.size === 0) throw new DamagedDataError(`<${graph}> has no statements`);
    const subject = node(graph);
    const told = [prov.generatedAtTime, prov.wasAttributedTo, prov.wasRevisionOf, vocabulary.api.hasRevision];
    return {
      graph,
      content,
      about: [
        triple(this.#stream, tree.member, subject),
        triple(subject, dcterms.isVersionOf, node(versionOf)),
        triple(subject, dcterms.issued, timeText(time)),
        triple(subject, this.#position, whole(rank)),
        ...told.flatMap((property) => [...provenance.match(subject, property)]),
      ],
    };
  }

  /** What was erased, and why (P63): of a property with the revisions that have lost values, which a copy reads again. */
  async #erasure(
    erasure: Iri,
    erased: Iri,
    [issued, position]: readonly [Quad_Object, Quad_Object],
  ): Promise<DescribedMember> {
    const { uris, contents, vocabulary } = this.services;
    const ext = erasureTerms(uris.extensions);
    const [root, data] = [node(erasure), await contents.read(erasure)];
    const graph = extended(erasure, '#member');
    const subject = node(graph);
    const properties = data.objects(root, ext.hasProperty);
    const revisions = data.iris(root, ext.erasedFrom).filter((from) => uris.graphKind(from)?.kind === 'revision');
    return {
      graph,
      content: graphOf(),
      about: [
        triple(this.#stream, tree.member, subject),
        triple(subject, rdfTerms.type, properties.length === 0 ? activityStreams.Delete : activityStreams.Update),
        triple(subject, dcterms.isVersionOf, node(erased)),
        triple(subject, dcterms.issued, issued),
        triple(subject, this.#position, position),
        ...data.objects(root, ext.hasReason).map((reason) => triple(subject, ext.hasReason, reason)),
        ...properties.map((property) => triple(subject, vocabulary.api.hasChangedProperty, property)),
        ...revisions.sort().map((revision) => triple(subject, ext.erasedFrom, node(revision))),
      ],
    };
  }
}
