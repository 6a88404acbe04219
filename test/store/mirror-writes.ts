/** Random graphs of the mirror, for the comparison of its lookups with SPARQL. */
import fc from 'fast-check';
import { foundBys, gapReasons, priorities, newHead } from '../../src/mirror/copies/copy-facts.js';
import { changedHead, describeHead } from '../../src/mirror/copies/head.js';
import { describeFollow, type Follow, followStates, works } from '../../src/mirror/follows/follow.js';
import { describePartner, newPartner } from '../../src/mirror/partners/partner.js';
import { unreachableReasons } from '../../src/mirror/partners/unreachable.js';
import { type CopySubscription, describeSubscriptionState } from '../../src/mirror/subscriptions/copy-subscription.js';
import { overviewTerms, wholeProperties } from '../../src/overviews/overview-terms.js';
import { mirrorTerms } from '../../src/rdf/mirror-terms.js';
import { factory, type Iri, iri, node, type Quad, triple } from '../../src/rdf/terms.js';
import { prov, type Vocabulary, xsd } from '../../src/rdf/vocabulary.js';
import type { UriScheme } from '../../src/uris.js';

type Write = readonly [graph: Iri, statements: readonly Quad[]];

const servers = fc.constantFrom('https://one.example', 'https://other.example/air').map(iri);
const objects = fc
  .tuple(servers, fc.constantFrom('a', 'b-2'))
  .map(([server, id]) => ({ server, object: iri(`${server}/logistics-objects/${id}`) }));
const time = fc.integer({ min: 0, max: 5 }).map((second) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)));
const number = fc.integer({ min: 0, max: 3 });
const optional = <Value>(values: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(values, { nil: undefined });

export function mirrorWrites(uris: UriScheme, { api, cargo, namespaces }: Vocabulary): fc.Arbitrary<Write>[] {
  const ext = mirrorTerms(uris.extensions);
  const terms = overviewTerms(namespaces.cargo);
  const followIds = fc.constantFrom('follow-1', 'follow-2');
  const due = fc.record({
    ...{ at: time, priority: fc.constantFrom(...priorities), foundBy: fc.constantFrom(...foundBys), attempts: number },
    hint: fc.constant(undefined),
  });
  const gaps = fc.record({
    ...{ from: number, to: number, reason: fc.constantFrom(...gapReasons), tried: number, next: optional(time) },
  });
  const facts = fc.record({
    type: optional(fc.constantFrom(cargo.Organization.value, cargo.LogisticsObject.value)),
    label: optional(fc.constantFrom('Waybill 020-1234', 'Äpfel')),
    identifiers: fc.subarray(['0201234/waybillNumber', '1234/waybillNumber', 'X/upid', 'not an identifier']),
    access: fc.constantFrom(
      { kind: 'unknown' as const },
      { kind: 'granted' as const },
      { kind: 'refused' as const, reason: 'forbidden' as const },
      { kind: 'frozen' as const, reason: 'moved' as const, target: 'not an IRI' },
    ),
    ...{ held: number, seen: number, checkedAt: optional(time) },
    silence: optional(fc.constantFrom(...unreachableReasons)),
    due: optional(due),
    gaps: fc.uniqueArray(gaps, { maxLength: 2, selector: ({ from }) => from }),
    found: fc.record({ start: number, notification: number, sweep: number, repair: number }),
    events: number,
    reaches: fc
      .uniqueArray(fc.tuple(followIds, number), { minLength: 1, maxLength: 2, selector: ([id]) => id })
      .map((reaches) => reaches.map(([id, distance]) => ({ follow: uris.follow(id), distance }))),
  });
  const head = fc.tuple(objects, time, facts).map(([about, at, change]): Write => {
    const graph = uris.copyHead(about.object);
    const before = newHead(at, { ...about, reaches: [], due: undefined, silence: undefined });
    return [graph, describeHead(graph, changedHead(before, change, at), ext)];
  });
  const follow = fc
    .tuple(followIds, objects, time, fc.constantFrom(...followStates), optional(fc.constantFrom(...works)))
    .map(([id, { server, object }, createdAt, kind, work]): Write => {
      const reason = 'forbidden' as const;
      const state =
        kind === 'refused' || kind === 'frozen'
          ? { kind, reason }
          : kind === 'unreachable'
            ? { kind, reason: 'timeout' as const }
            : { kind };
      const uri = uris.follow(id);
      const described: Follow = {
        ...{ uri, id, server, createdAt, state, work, since: createdAt, by: object, targetKey: `key-${object.length}` },
        ...{ target: { kind: 'object', object }, depth: 1, events: true, subscribe: true, note: undefined },
        ...{ position: 0, appliedDepth: 0, truncated: 0 },
      };
      return [uri, describeFollow(described, ext)];
    });
  const partner = fc
    .tuple(servers, time, fc.option(fc.constantFrom(...unreachableReasons)))
    .map(([server, at, reason]): Write => {
      const partner = newPartner(uris.partner(server), server, at);
      const silent = reason === null ? {} : { condition: { kind: 'unreachable', reason } as const };
      return [partner.uri, describePartner({ ...partner, ...silent }, ext)];
    });
  const provenance = fc
    .tuple(objects, fc.integer({ min: 1, max: 3 }), time, fc.boolean())
    .map(([{ object }, revision, at, isVariant]): Write => {
      const held = uris.copyRevision(object, revision);
      const subject = isVariant ? uris.copyVariant(held, 1) : held;
      return [
        uris.provenance(subject),
        [
          triple(node(subject), api.hasRevision, factory.literal(String(revision), xsd.integer)),
          triple(node(subject), prov.specializationOf, node(object)),
          triple(node(subject), prov.generatedAtTime, factory.literal(at.toISOString(), xsd.dateTime)),
        ],
      ];
    });
  const revision = fc
    .tuple(objects, fc.integer({ min: 1, max: 2 }), fc.boolean(), objects, fc.subarray([...wholeProperties]))
    .map(([{ object }, held, isVariant, named, names]): Write => {
      const graph = uris.copyRevision(object, held);
      const part = node(iri(`${uris.copyPrefix(object)}/nodes/x`));
      return [
        isVariant ? uris.copyVariant(graph, 1) : graph,
        [
          triple(node(object), terms.goodsDescription, factory.literal('Oranges')),
          ...names.map((name) => triple(node(object), terms[name], node(named.object))),
          ...names.slice(1).map((name) => triple(part, terms[name], node(named.object))),
        ],
      ];
    });
  const event = fc.tuple(objects, number, time).map(([{ object }, id, at]): Write => {
    const subject = uris.copyEvent(object, `${object}/logistics-events/${id}`);
    return [
      uris.provenance(subject),
      [
        triple(node(subject), ext.copyOf, node(object)),
        triple(node(subject), prov.generatedAtTime, factory.literal(at.toISOString(), xsd.dateTime)),
      ],
    ];
  });
  const asked = fc
    .tuple(fc.constantFrom('request-1', 'request-2'), time)
    .map(([id, expiresAt]) => ({ request: iri(`https://one.example/${id}`), expiresAt }));
  const subscription = fc
    .tuple(objects, time, asked, optional(asked), optional(time))
    .map(([{ server, object }, createdAt, one, renewal, next]): Write => {
      const topicType = 'LOGISTICS_OBJECT_IDENTIFIER';
      const uri = uris.copySubscription(topicType, object, server);
      const isRenewed = renewal?.request !== one.request;
      const described: CopySubscription = {
        ...{ uri, server, topicType, topic: object, createdAt, events: true, due: next, attempts: 0 },
        state: { kind: 'active', since: createdAt, ...one, renewal: isRenewed ? renewal : undefined },
      };
      return [uri, describeSubscriptionState(described, ext)];
    });
  return [head, follow, partner, provenance, revision, event, subscription];
}
