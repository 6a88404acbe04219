/** Random objects, events and access lists of a partner bench, and the terms of queries about them. */
import { factory, namedNode, type Quad, triple } from '../../../src/rdf/terms.js';
import { xsd } from '../../../src/rdf/vocabulary.js';
import { revision } from '../../store/support/open.js';
import type { Random } from '../../support/random.js';
import { type Grant, OTHER, PARTNER, type PartnerBench } from './partner-bench.js';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Fills a bench with objects and events that share statements, and with access to some of them. */
export async function fillAtRandom(bench: PartnerBench, random: Random): Promise<void> {
  for (const name of NAMES) {
    for (let number = random.below(3); number >= 0; number -= 1) await bench.revise(name, statements(random));
    if (random.chance(0.7)) await bench.addEvent(name, 'e', statements(random));
    await grantAtRandom(bench, random, name);
  }
  await bench.request('mine', PARTNER.agent);
  await bench.request('other', OTHER);
}

/** A commit: access or content of one object is another. */
export async function changeAtRandom(bench: PartnerBench, random: Random): Promise<void> {
  const name = random.one(NAMES);
  if (random.chance(0.5)) await grantAtRandom(bench, random, name);
  else await bench.revise(name, statements(random));
}

async function grantAtRandom(bench: PartnerBench, random: Random, name: string): Promise<void> {
  const grants = Array.from({ length: random.below(3) }, (): Grant => {
    const modes = random.one([
      ['GET_LOGISTICS_OBJECT'],
      ['GET_LOGISTICS_EVENT'],
      ['GET_LOGISTICS_OBJECT', 'GET_LOGISTICS_EVENT'],
    ] as const);
    const until = random.one(['', '', '2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z']);
    return { to: random.one(['agent', 'group', 'everyone', 'other']), modes, ...(until !== '' && { until }) };
  });
  await bench.grant(name, grants);
}

function statements(random: Random): Quad[] {
  const resource = (): ReturnType<typeof namedNode> =>
    namedNode(random.one(['urn:r:1', 'urn:r:2', 'urn:r:3', 'urn:empty:r', 'urn:base/rel']));
  const literal = (): ReturnType<typeof factory.literal> =>
    random.one([
      factory.literal(String(random.below(5)), xsd.integer),
      factory.literal(`${String(random.below(5))}.5`, xsd.decimal),
      factory.literal(random.one(['a', 'b - c', ''])),
      factory.literal('a', 'en'),
    ]);
  return Array.from({ length: 6 }, () =>
    random.chance(0.5)
      ? triple(resource(), namedNode('urn:p:knows'), resource())
      : triple(resource(), namedNode(random.one(['urn:p:n', 'urn:empty:name'])), literal()),
  );
}

export const RANDOM_TERMS = {
  resources: ['<urn:r:1>', '<urn:r:2>', '<urn:r:3>', ':r', '<rel>'],
  predicates: ['<urn:p:knows>', '<urn:p:n>', ':name'],
  literals: ['1', '2.5', '"a"', '"a"@en', 'true'],
  graphs: [
    ...NAMES.map((name) => `<${revision(name, 1)}>`),
    '<urn:x-cargograph:access>',
    '<urn:x-cargograph:current>',
    '<urn:x-cargograph:projection>',
  ],
};
