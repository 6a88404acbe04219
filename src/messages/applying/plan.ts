/**
 * What a message would do to the objects of this node, before anything is written: which are created, which change, and
 * how. Values that a shape refuses are left out, and the rest is tried again (X47, X48, X54).
 */
import { turns } from '../../async/turns.js';
import type { Change } from '../../change-requests/change.js';
import { getOrAdd } from '../../collections.js';
import { ServiceError } from '../../errors.js';
import type { Head } from '../../logistics-objects/revisions.js';
import type { Violation } from '../../model/validation/violation.js';
import { type Graph, graphOf } from '../../rdf/graph.js';
import { factory, type Iri, iri, type IriNode, node, type Quad, triple } from '../../rdf/terms.js';
import { xsd } from '../../rdf/vocabulary.js';
import type { Mappings, MessageType } from '../mapping/mappings.js';
import type { MessageServices } from '../lookups.js';
import type { Findings } from '../reading/findings.js';
import type { Position } from '../xml/positions.js';
import { Contents, isEmbedded } from './content.js';
import { difference, type Difference } from './difference.js';
import type { StateReader } from './known-objects.js';
import { changeOf, firstRevision, nextRevision, type TypeOf } from './object-change.js';
import { type Stated, type StatedObject, statementsAbout } from './stated.js';

export interface Creation {
  readonly uri: Iri;
  readonly type: Iri;
  readonly statements: Graph;
}

export interface Plan {
  readonly creations: readonly Creation[];
  readonly changes: readonly Change[];
}

export interface PlanOptions {
  readonly type: MessageType;
  /** What the last message of the type said; undefined without one, and for statuses, which take nothing away. */
  readonly before: Graph | undefined;
  readonly isStrict: boolean;
  /** Whether a newer status has been applied: this one replaces nothing (X50). */
  readonly isLate: boolean;
  /** Whether the message says what the last one said: it changes nothing that is there. */
  readonly isRepeated: boolean;
  /** A deletion creates nothing. */
  readonly isDeletion: boolean;
  readonly description: string;
  /** The place of the message's root, for what no value says. */
  readonly root: Position & { readonly path: string };
}

/** Attempts without refused values (X54). */
const MAX_ATTEMPTS = 20;
/** Objects that are compared in a step. */
const IN_STEP = 5;

interface Present {
  readonly head: Head;
  /** Empty for an object that a repeated message leaves alone. */
  readonly latest: Graph;
}

const nothing = graphOf();

export class Planning {
  readonly #present = new Map<Iri, Present>();
  readonly #terms = new Map<string, IriNode>();

  constructor(
    private readonly services: MessageServices,
    private readonly mappings: Mappings,
    private readonly state: StateReader,
    private readonly stated: Stated,
    private readonly findings: Findings,
    private readonly options: PlanOptions,
  ) {}

  /** @throws ServiceError `conflict` for an id of an object of another class, `unprocessable` for refused values. */
  async plan(): Promise<Plan> {
    await this.#read();
    if (this.options.type === 'XFSU') this.#skeleton();
    for (let attempt = 0; ; attempt += 1) {
      const creations: Creation[] = [];
      const changes: Change[] = [];
      const notes: Difference[] = [];
      let isRefused = false;
      for (const [index, object] of this.stated.objects.entries()) {
        if (index % IN_STEP === IN_STEP - 1) await turns.next();
        const violations = await this.#compare(object, creations, changes, notes);
        if (violations.length === 0) continue;
        if (this.options.isStrict || attempt >= MAX_ATTEMPTS) throw new ServiceError('unprocessable', violations);
        this.stated.refuse(object, violations);
        isRefused = true;
      }
      if (isRefused) continue;
      for (const found of notes) this.#report(found);
      return { creations: this.#used(creations, changes), changes };
    }
  }

  /** Without places and carriers that nothing links to, because what names them differs from what there is (X38). */
  #used(creations: readonly Creation[], changes: readonly Change[]): Creation[] {
    const linked = new Set([
      ...creations.flatMap(({ uri, statements }) =>
        Array.from(statements, ({ object }) => object.value).filter((value) => value !== uri),
      ),
      ...changes.flatMap(({ operations }) => operations.flatMap(({ o }) => o.map(({ value }) => value))),
      ...this.stated.events.flatMap(({ quads }) => quads.map(({ object }) => object.value)),
    ]);
    return creations.filter(({ uri }) => this.stated.find(uri)?.isShared !== true || linked.has(uri));
  }

  /** The types of all objects of the message, and of those that they link to here. */
  readonly typeOf: TypeOf = (uri) => {
    const object = this.#types.get(uri);
    return object;
  };
  readonly #types = new Map<string, Iri>();

  async #read(): Promise<void> {
    const { uris, model } = this.services;
    const conflicts: { message: string; resource: Iri }[] = [];
    await Promise.all(
      this.stated.objects.map(async ({ uri, type, isShared }) => {
        const head = await this.state.head(uri);
        this.#types.set(uri, head?.type ?? type);
        if (head === undefined) return;
        if (!model.isSubclassOf(head.type, type) && !model.isSubclassOf(type, head.type))
          conflicts.push({
            message: `the message needs this URI for a ${type}, but it is that of a ${head.type}`,
            resource: uri,
          });
        const isCompared = isShared || !this.options.isRepeated;
        const latest = isCompared ? await this.state.read(uris.revision(uri, head.latestRevision)) : nothing;
        this.#present.set(uri, { head, latest });
      }),
    );
    if (conflicts.length > 0) throw new ServiceError('conflict', conflicts);
  }

  isPresent(uri: Iri): boolean {
    return this.#present.has(uri);
  }

  #term(name: string): IriNode {
    return getOrAdd(this.#terms, name, () => node(iri(`${this.services.vocabulary.namespaces.cargo}${name}`)));
  }

  /**
   * A status makes the waybill that is not here yet, with a mark; it makes no pieces beside those of a waybill that is
   * here (X44).
   */
  #skeleton(): void {
    const shipment = this.#linked('shipment', this.stated.waybill);
    const mark = this.#term('skeletonIndicator');
    for (const object of this.stated.objects)
      if (!this.isPresent(object.uri) && (object.uri === this.stated.waybill || object.uri === shipment))
        this.stated.add(object, [triple(object.root, mark, factory.literal('true', xsd.boolean))]);
    const pieces = this.#term('pieces');
    const present = shipment === undefined ? undefined : this.#present.get(shipment);
    if (shipment === undefined || present === undefined) return;
    if (present.latest.objects(node(shipment), pieces).length === 0) return;
    const isSurplus = ({ uri, type }: StatedObject): boolean =>
      type === this.#term('Piece').value && !this.isPresent(uri);
    const surplus = new Set<string>(this.stated.objects.filter(isSurplus).map(({ uri }) => uri));
    for (const object of this.stated.objects)
      object.quads = object.quads.filter(({ object: target }) => !surplus.has(target.value));
    this.stated.keep(this.stated.objects.filter(({ uri }) => !surplus.has(uri)));
  }

  /** The object that the message, or else this node, has at a property. */
  #linked(property: string, of: Iri): Iri | undefined {
    const stated = graphOf(this.stated.find(of)?.quads ?? []).iri(node(of), this.#term(property));
    return stated ?? this.#present.get(of)?.latest.iri(node(of), this.#term(property));
  }

  get shipment(): Iri | undefined {
    return this.#linked('shipment', this.stated.waybill);
  }

  async #compare(
    object: StatedObject,
    creations: Creation[],
    changes: Change[],
    notes: Difference[],
  ): Promise<readonly Violation[]> {
    const { model, ids } = this.services;
    const { uri, type } = object;
    const present = this.#present.get(uri);
    if (present === undefined) {
      if (object.withdrawn !== undefined || this.options.isDeletion) return [];
      const statements = model.normalize(firstRevision(object.quads, uri, this.typeOf, () => ids.next()));
      const violations = await model.check(statements, [node(uri)]);
      if (violations.length === 0) creations.push({ uri, type, statements });
      return violations;
    }
    if (object.isShared) {
      this.#compareShared(object, present.latest);
      return [];
    }
    const { before, isLate, isRepeated } = this.options;
    if (isRepeated) return [];
    const found = this.#withoutMark(
      difference(
        {
          object: object.root,
          before: object.withdrawn ?? (before && withoutRefused(statementsAbout(before, uri), object)),
          now: graphOf(object.quads),
          latest: present.latest,
        },
        {
          isSingle: (name, property) => this.mappings.names.isSingle(name, property),
          isWeak: (quad) => isLate || this.stated.isWeak(quad),
        },
      ),
      present.latest,
      uri,
    );
    if (found.deletions.length === 0 && found.additions.length === 0) {
      notes.push(found);
      return [];
    }
    const after = model.normalize(nextRevision(present.latest, found, uri, this.typeOf));
    const violations = await model.check(after, [node(uri)]);
    if (violations.length > 0) return violations;
    notes.push(found);
    const origin = { object: uri, revision: present.head.latestRevision, description: this.options.description };
    changes.push(changeOf(origin, found, present.latest, { model, typeOf: this.typeOf }));
    return [];
  }

  /** The waybill's own message removes the mark of one that a status has made (X44). */
  #withoutMark(found: Difference, latest: Graph, uri: Iri): Difference {
    const { type } = this.options;
    if (type !== 'XFWB' && type !== 'XFZB') return found;
    const marks = latest.about(node(uri)).filter(({ predicate }) => predicate.equals(this.#term('skeletonIndicator')));
    return marks.length === 0 ? found : { ...found, deletions: [...found.deletions, ...marks] };
  }

  /** No message changes what all waybills share: what differs is reported (X13). */
  #compareShared({ uri, quads }: StatedObject, latest: Graph): void {
    const stated = new Contents(graphOf(quads));
    const present = new Contents(latest);
    const root = node(uri);
    for (const quad of quads) {
      if (!quad.subject.equals(root)) continue;
      const others: readonly Quad[] = latest.about(root).filter(({ predicate }) => predicate.equals(quad.predicate));
      if (others.some((other) => present.covers(other.object, stated, quad.object))) continue;
      const [other] = others.filter(({ object }) => !isEmbedded(object));
      for (const leaf of this.stated.leavesOf(quad, quads)) leaf.leftOut('shared', other?.object.value);
    }
  }

  #report({ overwritten, differing }: Difference): void {
    for (const { quad, value } of overwritten)
      this.findings.note('overwritten', this.stated.firstLeafOf(quad) ?? this.options.root, value);
    for (const { quad, value } of differing)
      for (const leaf of this.stated.leavesLeftOut(quad)) leaf.leftOut('differs', value);
  }
}

/** A refused value takes nothing away (X54). */
function withoutRefused(before: Graph, { refused }: StatedObject): Graph {
  if (refused === undefined) return before;
  return graphOf(Array.from(before).filter(({ predicate }) => !refused.has(predicate.value)));
}
