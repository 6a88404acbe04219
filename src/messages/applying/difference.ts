/**
 * The three-way comparison of an object (X47): what the message before said, what this one says, and what the object
 * says now. What both messages say is left alone, whatever the object says.
 */
import { type Graph, graphOf } from '../../rdf/graph.js';
import { type Quad, type Quad_Object, type Resource, type Term, triple } from '../../rdf/terms.js';
import { rdfTerms } from '../../rdf/vocabulary.js';
import type { Quad_Predicate } from '@rdfjs/types';
import { Contents, isEmbedded } from './content.js';

export interface Compared {
  /** What the last applied message of the type said of the object; undefined without one: nothing is taken away. */
  readonly before: Graph | undefined;
  readonly now: Graph;
  /** The latest revision. */
  readonly latest: Graph;
  readonly object: Resource;
}

export interface ComparisonRules {
  /** Whether a node of a class has one value of a property. */
  readonly isSingle: (type: string, property: string) => boolean;
  /** Whether a statement only fills what is lacking (X22, X38). */
  readonly isWeak: (quad: Quad) => boolean;
}

export interface Difference {
  readonly deletions: readonly Quad[];
  /** New embedded objects have the blank nodes of the message. */
  readonly additions: readonly Quad[];
  /** The statement of the message that an addition comes from. */
  readonly origins: ReadonlyMap<Quad, Quad>;
  /** Statements that replace a value that was neither message's, with that value. */
  readonly overwritten: readonly { readonly quad: Quad; readonly value: string }[];
  /** Statements that only fill, where there is another value, with that value. */
  readonly differing: readonly { readonly quad: Quad; readonly value: string }[];
}

/** What embedded objects of a class are found again by, before their likeness (X17, X39). */
const naturalKeys: Readonly<Record<string, readonly string[]>> = {
  WaybillLineItem: ['lineItemNumber'],
  MovementTime: ['movementMilestone', 'movementTimeType'],
};

/** So many pairs of embedded objects are compared; of more, those in the same place are. */
const MAX_PAIRS = 10_000;
/** Embedded objects that differ by more are not the same. */
const MAX_DISTANCE = 0.75;

export function difference(compared: Compared, rules: ComparisonRules): Difference {
  return new Comparison(compared, rules).run();
}

class Comparison {
  readonly #before: Contents;
  readonly #now: Contents;
  readonly #latest: Contents;
  readonly #deletions: Quad[] = [];
  readonly #additions: Quad[] = [];
  readonly #origins = new Map<Quad, Quad>();
  readonly #overwritten: { quad: Quad; value: string }[] = [];
  readonly #differing: { quad: Quad; value: string }[] = [];

  constructor(
    private readonly compared: Compared,
    private readonly rules: ComparisonRules,
  ) {
    this.#before = new Contents(compared.before ?? graphOf());
    this.#now = new Contents(compared.now);
    this.#latest = new Contents(compared.latest);
  }

  run(): Difference {
    const { object } = this.compared;
    this.#node(object, object, object);
    return {
      deletions: this.#deletions,
      additions: this.#additions,
      origins: this.#origins,
      overwritten: this.#overwritten,
      differing: this.#differing,
    };
  }

  /** @param before undefined for a node that only this message names, and `now` for one that it no longer names. */
  #node(before: Term | undefined, now: Term | undefined, latest: Resource): void {
    const type = this.#latest.classOf(latest) ?? '';
    const predicates = new Map<string, Quad_Predicate>();
    for (const [contents, term] of [[this.#before, before] as const, [this.#now, now] as const])
      for (const { predicate } of term === undefined ? [] : contents.graph.about(term))
        if (!predicate.equals(rdfTerms.type)) predicates.set(predicate.value, predicate);
    for (const predicate of predicates.values()) {
      const values: PropertyValues = {
        before: valuesOf(this.#before, before, predicate),
        now: valuesOf(this.#now, now, predicate),
        latest: valuesOf(this.#latest, latest, predicate),
      };
      if (this.rules.isSingle(type, predicate.value.replace(/^.*[#/]/, ''))) this.#single(values, latest);
      else this.#several(values, latest);
    }
  }

  #single({ before: [was], now: [stated], latest: [present] }: PropertyValues, subject: Resource): void {
    if (stated === undefined) {
      if (was !== undefined && present !== undefined) this.#withdraw(was, present);
      return;
    }
    const key = this.#now.key(stated.object);
    if (was !== undefined && this.#before.key(was.object) === key) return;
    if (present === undefined) {
      this.#add(stated, subject);
      return;
    }
    const presentKey = this.#latest.key(present.object);
    if (presentKey === key) return;
    if (this.rules.isWeak(stated)) {
      this.#differs(stated, present);
      return;
    }
    if (isEmbedded(stated.object) && isEmbedded(present.object)) {
      this.#node(was?.object, stated.object, resourceOf(present.object));
      return;
    }
    if (was === undefined || this.#before.key(was.object) !== presentKey)
      this.#overwritten.push({ quad: stated, value: present.object.value });
    this.#deletions.push(present);
    this.#add(stated, subject);
  }

  #several({ before, now, latest }: PropertyValues, subject: Resource): void {
    const gone = new Values(before, this.#before);
    const come = new Values(now, this.#now);
    const present = new Values(latest, this.#latest);
    for (const quad of now) {
      const key = this.#now.key(quad.object);
      if (gone.take(key) === undefined) continue;
      come.take(key);
      present.take(key);
    }
    const waiting: Quad[] = [];
    for (const quad of come.rest)
      if (latest.length > 0 && this.rules.isWeak(quad) && before.length === 0) this.#differs(quad, latest[0]);
      else if (present.take(this.#now.key(quad.object)) === undefined) waiting.push(quad);
    const removed = [...gone.rest];
    for (const quad of waiting) {
      const was = isEmbedded(quad.object) ? this.#takeLike(quad, this.#now, removed, this.#before) : undefined;
      const found =
        was !== undefined
          ? (present.take(this.#before.key(was.object)) ?? present.takeLike(was, this.#before))
          : isEmbedded(quad.object)
            ? present.takeNamed(quad, this.#now)
            : undefined;
      if (found === undefined) this.#add(quad, subject);
      else this.#node(was?.object, quad.object, resourceOf(found.object));
    }
    for (const quad of removed) {
      const found = present.take(this.#before.key(quad.object));
      if (found !== undefined) this.#deletions.push(found);
    }
  }

  /** The one of several values that is most like another; it is taken out of them. */
  #takeLike(quad: Quad, own: Contents, others: Quad[], theirs: Contents): Quad | undefined {
    const found = likest(quad, own, others, theirs);
    if (found !== undefined) others.splice(others.indexOf(found), 1);
    return found;
  }

  /** Deletes what still stands of a value that the message no longer has. */
  #withdraw(was: Quad, present: Quad): void {
    if (this.#before.key(was.object) === this.#latest.key(present.object)) {
      this.#deletions.push(present);
      return;
    }
    if (!isEmbedded(was.object) || !isEmbedded(present.object)) return;
    const before = this.#deletions.length;
    this.#node(was.object, undefined, resourceOf(present.object));
    const deleted = this.#deletions.length - before;
    const rest = this.#latest.graph.about(present.object).filter(({ predicate }) => !predicate.equals(rdfTerms.type));
    if (deleted === rest.length) this.#deletions.push(present);
  }

  /** Adds a value, with all that is below it. */
  #add(quad: Quad, subject: Resource): void {
    const added = triple(subject, quad.predicate, quad.object);
    this.#additions.push(added);
    this.#origins.set(added, quad);
    if (isEmbedded(quad.object)) this.#addBelow(quad.object);
  }

  #addBelow(term: Term): void {
    for (const quad of this.#now.graph.about(term)) {
      this.#additions.push(quad);
      this.#origins.set(quad, quad);
      if (isEmbedded(quad.object)) this.#addBelow(quad.object);
    }
  }

  /** Names the values of the message that stand beside another one. */
  #differs(stated: Quad, present: Quad | undefined): void {
    if (present === undefined || this.#now.key(stated.object) === this.#latest.key(present.object)) return;
    if (!isEmbedded(stated.object)) {
      this.#differing.push({ quad: stated, value: present.object.value });
      return;
    }
    for (const quad of this.#now.graph.about(stated.object)) {
      if (quad.predicate.equals(rdfTerms.type)) continue;
      const [other] = valuesOf(this.#latest, present.object, quad.predicate);
      if (other === undefined) this.#differing.push({ quad, value: '' });
      else this.#differs(quad, other);
    }
  }
}

interface PropertyValues {
  readonly before: readonly Quad[];
  readonly now: readonly Quad[];
  readonly latest: readonly Quad[];
}

function valuesOf({ graph }: Contents, term: Term | undefined, predicate: Quad_Predicate): readonly Quad[] {
  return term === undefined ? [] : graph.about(term).filter((quad) => quad.predicate.equals(predicate));
}

function resourceOf(term: Quad_Object): Resource {
  if (term.termType === 'NamedNode' || term.termType === 'BlankNode') return term;
  throw new TypeError('an embedded object is a resource');
}

/** The natural key of an embedded object; undefined for a class without one. */
function nameOf(quad: Quad, contents: Contents): string | undefined {
  const properties = naturalKeys[contents.classOf(quad.object) ?? ''];
  if (properties === undefined) return undefined;
  return properties
    .map((name) => {
      const value = contents.graph.about(quad.object).find(({ predicate }) => predicate.value.endsWith(`#${name}`));
      return value === undefined ? '' : contents.key(value.object);
    })
    .join(' ');
}

function likest(quad: Quad, own: Contents, others: readonly Quad[], theirs: Contents): Quad | undefined {
  const name = nameOf(quad, own);
  if (name !== undefined) return others.find((other) => nameOf(other, theirs) === name);
  const compared = others.length > MAX_PAIRS ? others.slice(0, 1) : others;
  let found: { readonly quad: Quad; readonly distance: number } | undefined;
  for (const other of compared) {
    if (!isEmbedded(other.object)) continue;
    const distance = own.distance(quad.object, theirs, other.object);
    if (distance <= MAX_DISTANCE && (found === undefined || distance < found.distance))
      found = { quad: other, distance };
  }
  return found?.quad;
}

/** Values of a property that are taken one by one. */
class Values {
  readonly #byKey = new Map<string, Quad[]>();

  constructor(
    quads: readonly Quad[],
    private readonly contents: Contents,
  ) {
    for (const quad of quads) {
      const key = contents.key(quad.object);
      const others = this.#byKey.get(key);
      if (others === undefined) this.#byKey.set(key, [quad]);
      else others.push(quad);
    }
  }

  get rest(): Quad[] {
    return [...this.#byKey.values()].flat();
  }

  take(key: string): Quad | undefined {
    return this.#byKey.get(key)?.shift();
  }

  takeLike(quad: Quad, contents: Contents): Quad | undefined {
    return this.#taken(likest(quad, contents, this.rest, this.contents));
  }

  /** The value with the same natural key. */
  takeNamed(quad: Quad, contents: Contents): Quad | undefined {
    const name = nameOf(quad, contents);
    return name === undefined
      ? undefined
      : this.#taken(this.rest.find((other) => nameOf(other, this.contents) === name));
  }

  #taken(quad: Quad | undefined): Quad | undefined {
    return quad && this.take(this.contents.key(quad.object));
  }
}
