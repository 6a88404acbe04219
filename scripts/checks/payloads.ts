/**
 * Payloads for the node and the SHACL engines: objects generated from the data model's tables, bodies of the exchange,
 * and both with one or two random changes. The same seed gives the same payloads.
 */
import n3 from 'n3';
import { factory, namedNode, type Quad, type Quad_Object, type Quad_Subject } from '../../src/rdf/terms.js';
import { Payloads, Tables, waysToBreak } from '../../test/model/payloads.js';
import { Random, seeded } from '../../test/support/random.js';

const API = 'https://onerecord.iata.org/ns/api#';
const CARGO = 'https://onerecord.iata.org/ns/cargo#';
const CODES = 'https://onerecord.iata.org/ns/code-lists/';
const XSD = 'http://www.w3.org/2001/XMLSchema#';
const TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';

/** The address for a kind of body. */
export type Kind = 'object' | 'event' | 'subscription' | 'delegation' | 'change' | 'notification';

export interface Payload {
  readonly kind: Kind;
  /** The changes to a valid body; empty for a valid one. */
  readonly changed: string;
  readonly quads: readonly Quad[];
}

const tables = new Tables();
const classes = [...tables.parents.keys()];
const individuals = [...tables.members.values()].flat();
const enumerations = individuals.filter((name) => name.startsWith(CARGO));
const codes = individuals.filter((name) => name.startsWith(CODES));
const rangesOfLiterals = ['string', 'boolean', 'integer', 'double', 'dateTime', 'anyURI', 'decimal', 'float', 'date'];
const lexicals = ['text', 'true', '7', '-1', '20.5', '1e3', 'INF', '2026-02-28T10:00:00Z', '2026-02-28', 'http://x/y'];
/** Values that the node and RDF libraries parse differently, before any shape is evaluated. */
const forms: Readonly<Record<string, RegExp>> = {
  boolean: /^(true|false|[01])$/,
  integer: /^[+-]?\d+$/,
  decimal: /^[+-]?\d+(\.\d+)?$/,
  double: /^([+-]?\d+(\.\d+)?(e\d+)?|INF)$/,
  float: /^([+-]?\d+(\.\d+)?(e\d+)?|INF)$/,
  dateTime: /^\d{4}-\d\d-\d\dT/,
  date: /^\d{4}-\d\d-\d\d$/,
};

/** A change to a body: its name, and the changed statements. */
type Mutation = (quads: readonly Quad[], dice: Random) => readonly Quad[] | undefined;

const isType = (quad: Quad): boolean => quad.predicate.value === TYPE;

/** Replaces a value other than a type. */
function replacing(wanted: (quad: Quad) => boolean, value: (quad: Quad, dice: Random) => Quad_Object): Mutation {
  return (quads, dice) => {
    const candidates = quads.filter((quad) => !isType(quad) && wanted(quad));
    if (candidates.length === 0) return undefined;
    const chosen = dice.one(candidates);
    const replaced = factory.quad(chosen.subject, chosen.predicate, value(chosen, dice));
    return reachable(quads.map((quad) => (quad === chosen ? replaced : quad)));
  };
}

/** Without the statements that have become unreachable. */
function reachable(quads: readonly Quad[]): Quad[] {
  const [first] = quads;
  if (first === undefined) return [];
  const reached = new Set([first.subject.value]);
  for (const subject of reached) {
    for (const quad of quads) if (quad.subject.value === subject) reached.add(quad.object.value);
  }
  return quads.filter(({ subject }) => reached.has(subject.value));
}

const isLink = ({ object }: Quad): boolean => object.termType !== 'Literal';

function literal(dice: Random): Quad_Object {
  const datatype = dice.one(rangesOfLiterals);
  const form = forms[datatype] ?? /./;
  const fitting = lexicals.filter((lexical) => form.test(lexical));
  return factory.literal(dice.one(fitting), namedNode(XSD + datatype));
}

const mutations: Readonly<Record<string, Mutation>> = {
  'a code in the place of a node': replacing(isLink, (_quad, dice) => namedNode(dice.one(codes))),
  'an enumeration value in the place of a node': replacing(isLink, (_quad, dice) => namedNode(dice.one(enumerations))),
  'a class in the place of a node': replacing(isLink, (_quad, dice) => namedNode(dice.one(classes))),
  'a value of the API in the place of a node': replacing(isLink, (_quad, dice) =>
    namedNode(API + dice.one(['ADD', 'DELETE', 'REQUEST_PENDING', 'LOGISTICS_OBJECT_CREATED'])),
  ),
  'an untyped link in the place of a node': replacing(isLink, () => namedNode('https://partner.example.com/thing')),
  'a literal in the place of a node': replacing(isLink, (_quad, dice) => literal(dice)),
  'another literal': replacing(
    (quad) => !isLink(quad),
    (_quad, dice) => literal(dice),
  ),
  'a text with a language': replacing(
    (quad) => !isLink(quad),
    () => factory.literal('Bücher', 'de'),
  ),
  'a link in the place of a literal': replacing(
    (quad) => !isLink(quad),
    () => namedNode('https://partner.example.com/thing'),
  ),
  'a second value': (quads, dice) => {
    const candidates = quads.filter((quad) => !isType(quad) && !isLink(quad));
    if (candidates.length === 0) return undefined;
    const chosen = dice.one(candidates);
    return [...quads, factory.quad(chosen.subject, chosen.predicate, literal(dice))];
  },
  'one value less': (quads, dice) => {
    const candidates = quads.filter((quad) => !isType(quad));
    if (candidates.length === 0) return undefined;
    const chosen = dice.one(candidates);
    return reachable(quads.filter((quad) => quad !== chosen));
  },
  'another class': (quads, dice) => {
    const chosen = dice.one(quads.filter(isType));
    const other = factory.quad(chosen.subject, chosen.predicate, namedNode(dice.one(classes)));
    return quads.map((quad) => (quad === chosen ? other : quad));
  },
  'no class': (quads, dice) => {
    const candidates = quads.filter((quad) => isType(quad) && quad !== quads[0]);
    if (candidates.length === 0) return undefined;
    const chosen = dice.one(candidates);
    return quads.filter((quad) => quad !== chosen);
  },
  'a property of another class': (quads, dice) => {
    const other = dice.one(classes.filter((name) => tables.fields(name).length > 0));
    const { property } = dice.one(tables.fields(other));
    const subject: Quad_Subject = dice.one(quads).subject;
    return [...quads, factory.quad(subject, namedNode(property), literal(dice))];
  },
};

function mutated(quads: readonly Quad[], dice: Random): Omit<Payload, 'kind'> {
  for (;;) {
    const [name, mutate] = dice.one(Object.entries(mutations));
    const result = mutate(quads, dice);
    if (result !== undefined) return { changed: name, quads: result };
  }
}

const text = (value: string, datatype = 'string'): Quad_Object => factory.literal(value, namedNode(XSD + datatype));

/** The statements of one node. */
function described(subject: Quad_Subject, type: string, members: readonly (readonly [string, Quad_Object])[]): Quad[] {
  return [
    factory.quad(subject, namedNode(TYPE), namedNode(type)),
    ...members.map(([property, value]) => factory.quad(subject, namedNode(property), value)),
  ];
}

/** A valid body of the exchange for a node. */
function exchanged(kind: Exclude<Kind, 'object' | 'event'>, base: string, object: string, dice: Random): Quad[] {
  const root = namedNode('internal:root');
  const holder = namedNode(`${base}/logistics-objects/_data-holder`);
  const partner = namedNode(`${base}/logistics-objects/partner`);
  switch (kind) {
    case 'subscription':
      return described(root, `${API}Subscription`, [
        [`${API}hasSubscriber`, holder],
        [`${API}hasTopicType`, namedNode(`${API}LOGISTICS_OBJECT_TYPE`)],
        [`${API}hasTopic`, text(`${CARGO}Piece`, 'anyURI')],
        [`${API}includeSubscriptionEventType`, namedNode(`${API}LOGISTICS_OBJECT_${dice.one(['CREATED', 'UPDATED'])}`)],
        [`${API}sendLogisticsObjectBody`, text('true', 'boolean')],
        [`${API}expiresAt`, text('2999-01-01T00:00:00Z', 'dateTime')],
        [`${API}hasDescription`, text('Pieces')],
      ]);
    case 'delegation':
      return described(root, `${API}AccessDelegation`, [
        [`${API}hasDescription`, text('Access for handling')],
        [`${API}hasPermission`, namedNode(`${API}${dice.one(['GET_LOGISTICS_OBJECT', 'POST_LOGISTICS_EVENT'])}`)],
        [`${API}isRequestedFor`, partner],
        [`${API}hasLogisticsObject`, namedNode(object)],
        [`${API}notifyRequestStatusChange`, text('false', 'boolean')],
      ]);
    case 'change': {
      const operation = factory.blankNode('operation');
      const value = factory.blankNode('value');
      return [
        ...described(root, `${API}Change`, [
          [`${API}hasLogisticsObject`, namedNode(object)],
          [`${API}hasRevision`, text('1', 'positiveInteger')],
          [`${API}hasDescription`, text('Another name')],
          [`${API}hasOperation`, operation],
        ]),
        ...described(operation, `${API}Operation`, [
          [`${API}op`, namedNode(`${API}ADD`)],
          [`${API}s`, text(object)],
          [`${API}p`, text(`${CARGO}goodsDescription`, 'anyURI')],
          [`${API}o`, value],
        ]),
        ...described(value, `${API}OperationObject`, [
          [`${API}hasDatatype`, text(`${XSD}string`, 'anyURI')],
          [`${API}hasValue`, text('Oranges')],
        ]),
      ];
    }
    case 'notification':
      return described(namedNode('https://partner.example.com/outbox/1'), `${API}Notification`, [
        [`${API}hasEventType`, namedNode(`${API}LOGISTICS_OBJECT_UPDATED`)],
        [`${API}hasLogisticsObject`, namedNode('https://partner.example.com/logistics-objects/1')],
        [`${API}hasLogisticsObjectType`, text(`${CARGO}Piece`, 'anyURI')],
        [`${API}hasChangedProperty`, text(`${CARGO}goodsDescription`, 'anyURI')],
      ]);
  }
}

/**
 * Generates payloads: two thirds objects, the others bodies of the exchange; one third of all is valid.
 *
 * @param base of the node's addresses.
 * @param object an object of the node.
 */
export function payloads(count: number, seed: number, base: string, object: string): Payload[] {
  const dice = new Random(seeded(seed));
  const made = new Payloads(seed);
  const others = ['subscription', 'delegation', 'change', 'notification'] as const;
  return Array.from({ length: count }, (_unused, index): Payload => {
    if (index % 3 === 2) {
      const kind = dice.one(others);
      const valid = exchanged(kind, base, object, dice);
      return dice.chance(0.2) ? { kind, changed: '', quads: valid } : { kind, ...mutated(valid, dice) };
    }
    if (dice.chance(1 / 3)) return { kind: 'object', changed: '', quads: made.valid() };
    if (dice.chance(1 / 3)) {
      const way = dice.one(waysToBreak);
      const { quads } = made.broken(way);
      return { kind: way === 'missing' ? 'event' : 'object', changed: way, quads };
    }
    return { kind: 'object', ...mutated(made.valid(), dice) };
  });
}

/** The statements in a syntax that every engine reads. */
export function ntriples({ quads }: Payload): string {
  const writer = new n3.Writer({ format: 'N-Triples' });
  return quads.map(({ subject, predicate, object }) => writer.quadToString(subject, predicate, object)).join('');
}

/** The same as expanded JSON-LD, with the root first; its address is omitted unless it must stay. */
export function jsonLd({ kind, quads }: Payload): string {
  const [first] = quads;
  if (first === undefined) return '{}';
  const open = new Set<string>();
  const nodeOf = (subject: Quad_Object | Quad_Subject, isRoot: boolean): object => {
    const name = subject.termType === 'BlankNode' ? `_:${subject.value}` : subject.value;
    const id = isRoot && kind !== 'notification' ? {} : { '@id': name };
    const result: Record<string, unknown[]> = {};
    // A node that was already written is only referenced.
    if (open.has(name)) return id;
    open.add(name);
    for (const { predicate, object, ...quad } of quads) {
      if (!quad.subject.equals(subject)) continue;
      const member = predicate.value === TYPE ? '@type' : predicate.value;
      result[member] = [...(result[member] ?? []), member === '@type' ? object.value : valueOf(object)];
    }
    return { ...id, ...result };
  };
  const valueOf = (object: Quad_Object): object => {
    if (object.termType === 'Literal') {
      return object.language === ''
        ? { '@value': object.value, '@type': object.datatype.value }
        : { '@value': object.value, '@language': object.language };
    }
    return nodeOf(object, false);
  };
  return JSON.stringify(nodeOf(first.subject, true));
}
