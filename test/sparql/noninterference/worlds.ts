/**
 * Two worlds that look the same to a partner. It may read the same objects, events and requests in both; what else there is
 * differs in everything: which objects, how many revisions and events, who may read them, what they say.
 */
import { factory, iri, namedNode, type Quad, triple } from '../../../src/rdf/terms.js';
import { acl } from '../../../src/rdf/vocabulary.js';
import { ACCESS, OF, readableBy } from '../../../src/sparql/engine/permission-graph.js';
import { CURRENT, IN_DATASET, PROJECTION } from '../../../src/sparql/engine/projection-state.js';
import { base, object, revision } from '../../store/support/open.js';
import { type Grant, OTHER, PARTNER, type PartnerBench } from '../engine/partner-bench.js';
import type { AdversaryTerms } from './adversary.js';

export type World = 'one' | 'other';

const OBJECT: Grant = { to: 'agent', modes: ['GET_LOGISTICS_OBJECT'] };
const EVENTS: Grant = { to: 'everyone', modes: ['GET_LOGISTICS_EVENT'] };
const ENDED: Grant = { ...OBJECT, until: '2026-01-01T00:00:00Z' };
const NOBODY: Grant = { to: 'other', modes: ['GET_LOGISTICS_OBJECT', 'GET_LOGISTICS_EVENT'] };

const says = (subject: string, property: string, text: string): Quad =>
  triple(namedNode(`urn:s:${subject}`), namedNode(`urn:p:${property}`), factory.literal(text));
const knows = (subject: string, other: string): Quad =>
  triple(namedNode(`urn:s:${subject}`), namedNode('urn:p:knows'), namedNode(`urn:s:${other}`));

/** Fills a bench with one of the worlds. */
export async function fillWorld(bench: PartnerBench, world: World): Promise<void> {
  // What is the same, and in between what is not.
  await bench.revise('first', [says('first', 'n', 'old'), knows('first', 'shared')]);
  if (world === 'other') await hidden(bench, 'early', 3);
  await bench.revise('first', [says('first', 'n', 'new'), knows('first', 'second'), says('shared', 'n', 'shared')]);
  await bench.grant('first', world === 'one' ? [OBJECT] : [OBJECT, NOBODY]);
  await bench.addEvent('first', world, [says(`event-${world}`, 'n', `hidden ${world}`)]);
  await bench.revise('second', [says('second', 'n', '1'), knows('second', 'first'), knows('second', `secret`)]);
  await bench.addEvent('second', 'e', [says('event', 'n', 'seen'), knows('event', 'second')]);
  await bench.grant('second', [OBJECT, EVENTS]);
  await bench.request('own', PARTNER.agent);
  if (world === 'one') await hidden(bench, 'secret', 1);
  else await hidden(bench, 'secret', 2);
  // Its content is no longer seen, its events never were.
  await bench.revise('ended', [says('ended', 'n', `hidden ${world}`), says('shared', 'n', 'shared')]);
  await bench.grant('ended', [ENDED]);
  for (let count = world === 'one' ? 1 : 3; count > 0; count -= 1) await bench.request(`foreign-${count}`, OTHER);
  await bench.feed();
}

/** An object that the partner may not see, which says a thing that others say, too. */
async function hidden(bench: PartnerBench, name: string, revisions: number): Promise<void> {
  for (let number = 1; number <= revisions; number += 1) {
    await bench.revise(name, [
      says(name, 'secret', `hidden ${revisions}`),
      says(name, 'n', 'hidden'),
      knows(name, 'first'),
      says('shared', 'n', 'shared'),
    ]);
  }
  await bench.addEvent(name, 'e', [says(`event-${name}`, 'n', `hidden ${revisions}`), knows('event', 'second')]);
  await bench.grant(name, [NOBODY]);
}

const quoted = (names: readonly string[]): string[] => names.map((name) => `<${name}>`);

/** The names of both worlds: what is in neither, in one, and in both. */
export const worldTerms: AdversaryTerms = {
  graphs: quoted([
    revision('first', 1),
    revision('first', 2),
    revision('second', 1),
    `${object('second')}/logistics-events/e`,
    `${base}/action-requests/own`,
    revision('secret', 1),
    revision('secret', 2),
    revision('early', 1),
    revision('ended', 1),
    `${object('first')}/logistics-events/one`,
    `${object('secret')}/logistics-events/e`,
    `${object('first')}/acl`,
    `${object('secret')}/acl`,
    `${base}/action-requests/foreign-1`,
    iri('urn:x-arq:UnionGraph'),
    iri('urn:x-none'),
    ACCESS,
    CURRENT,
    PROJECTION,
  ]),
  subjects: quoted([
    'urn:s:first',
    'urn:s:second',
    'urn:s:shared',
    'urn:s:secret',
    'urn:s:early',
    'urn:s:ended',
    'urn:s:event',
  ]),
  predicates: [
    ...quoted(['urn:p:n', 'urn:p:n', 'urn:p:n', 'urn:p:knows', 'urn:p:knows', 'urn:p:secret', acl.agent.value]),
    ...quoted([OF, readableBy(Infinity), IN_DATASET, 'http://www.w3.org/ns/prov#wasAttributedTo']),
    'a',
  ],
  values: ['"new"', '"old"', '"1"', '"shared"', '"hidden"', '"hidden 1"', '"hidden 2"', '"hidden one"', '1', 'true'],
};
