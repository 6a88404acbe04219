/** Digests of copies, against another library that has read and canonicalized the partner's answers itself. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { xsd } from '../support/changes.js';
import { TestClock } from '../support/clock.js';
import { startTestNode } from '../support/node.js';
import type { JsonObject } from '../support/world.js';
import { Mirror } from './support/mirror.js';
import { TestPartner } from './support/test-partner.js';

/** A Python that has pyoxigraph 0.5. */
const PYTHON = process.env['JUDGES_PYTHON'] ?? 'python3';
const JUDGE = fileURLToPath(new URL('judges/digest.py', import.meta.url));

const bodies: Readonly<Record<string, JsonObject>> = {
  'typed literals as they came': { 'cargo:x': { '@type': `${xsd}double`, '@value': '20.0' } },
  'texts with escapes and languages': {
    'cargo:x': ['tab\tnew\nline "q" \\ \u0007 \u007f é 😀 \r', { '@value': 'hallo', '@language': 'de-AT' }],
  },
  'embedded objects with identifiers': {
    'cargo:x': { '@id': 'internal:abc-1', '@type': 'cargo:Value', 'cargo:y': '1' },
  },
  'equal blank nodes': { 'cargo:x': [{ 'cargo:y': '1' }, { 'cargo:y': '1' }, { 'cargo:z': { 'cargo:w': {} } }] },
  'a circle of blank nodes': { 'cargo:x': { '@id': '_:a', 'cargo:y': { '@id': '_:b', 'cargo:y': { '@id': '_:a' } } } },
  'blank nodes with names like canonical ones': {
    'cargo:x': { '@id': '_:c14n1', 'cargo:y': '1', 'cargo:z': { '@id': '_:c14n0', 'cargo:y': '2' } },
  },
  'a list': { 'cargo:x': { '@list': ['a', 'b'] } },
  'statements about others': {
    'cargo:x': { '@id': 'https://other.example/logistics-objects/z', '@type': 'cargo:Piece', 'cargo:y': '3' },
  },
  'foreign names': { 'https://other.example/ns#x': { '@type': 'https://other.example/ns#T', '@value': 'v' } },
};

describe('the digest of a copy', () => {
  const ends: (() => Promise<void>)[] = [];
  let partner: TestPartner;
  let mirror: Mirror;

  before(async function () {
    if (spawnSync(PYTHON, ['-c', 'import pyoxigraph']).status !== 0) {
      process.stdout.write(`      skipped: ${PYTHON} has no pyoxigraph (JUDGES_PYTHON names another Python)\n`);
      this.skip();
    }
    const clock = new TestClock();
    partner = await TestPartner.start({ clock });
    const node = await startTestNode({ clock, env: { MIRROR_RATE: '0' } });
    ends.push(
      () => partner.close(),
      () => node.stop(),
    );
    mirror = new Mirror(node.url, node.holder);
  });
  after(async () => {
    for (const end of ends) await end();
  });

  for (const [what, members] of Object.entries(bodies))
    it(`is that of pyoxigraph for ${what}`, async () => {
      const { uri } = partner.create(`object-${partner.objects.size}`, { '@type': 'cargo:Piece', ...members });
      await mirror.follow({ object: uri, events: false, subscribe: false });
      await mirror.holds(uri, 1);
      const judge = spawnSync(PYTHON, [JUDGE, uri], { input: await (await fetch(uri)).text(), encoding: 'utf8' });
      expect(judge.status, judge.stderr).to.equal(0);
      expect(await mirror.digest(uri, 1)).to.equal(judge.stdout.trim());
    });
});
