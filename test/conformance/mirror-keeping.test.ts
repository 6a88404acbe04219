/** How what was received is kept: commits, restarts, a full disk, what queries see (docs/mirror.md, M30, M45, M47, M59). */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { pino } from 'pino';
import { Faults } from '../faults/support/faults.js';
import * as faults from '../mirror/support/faults.js';
import { Mirror } from '../mirror/support/mirror.js';
import { Notifier, notificationOf } from '../mirror/support/notifications.js';
import type { PartnerObject } from '../mirror/support/partner-object.js';
import { TestPartner } from '../mirror/support/test-partner.js';
import { rows } from '../sparql/support.js';
import { TestClock } from '../support/clock.js';
import { eventually, fastRetries } from '../support/exchange.js';
import { api, type Json, member, startTestNode, type TestNode } from '../support/node.js';
import { freePort } from '../support/ports.js';
import { conformance, type Statement } from './statement.js';

const clock = new TestClock();
const env = { ...fastRetries, MIRROR_RATE: '0', MIRROR_SWEEP_S: '0' };
const UPDATED = 'LOGISTICS_OBJECT_UPDATED';
const mirrored = { mirrored: 'true' };
const alone = { subscribe: false, events: false };

let partner: TestPartner;
beforeEach(async () => {
  partner = await TestPartner.start({ clock });
});
afterEach(() => partner.close());

const mirrorOf = ({ url, holder }: Pick<TestNode, 'url' | 'holder'>): Mirror => new Mirror(url, holder);
const pieces = (count: number): PartnerObject[] =>
  Array.from({ length: count }, (_, number) => partner.create(`piece-${number}`));
const uris = (objects: readonly PartnerObject[]): string[] => objects.map(({ uri }) => uri);

/** What is not whole: a revision without its provenance, and a head that names a revision that is not there. */
const partial = (base: string): string => `
  PREFIX ext: <${base}/ns/extensions#>
  PREFIX prov: <http://www.w3.org/ns/prov#>
  PREFIX api: <${api}>
  SELECT ?graph {
    { GRAPH ?provenance { ?graph ext:digest ?digest ; prov:specializationOf ?object }
      FILTER NOT EXISTS { GRAPH ?graph { ?object ?property ?value } } }
    UNION
    { GRAPH ?graph { ?graph ext:copyOf ?object ; ext:revisionHeld ?held } FILTER (?held > 0)
      FILTER NOT EXISTS {
        GRAPH ?any { ?revision ext:digest ?other ; prov:specializationOf ?object ; api:hasRevision ?number }
        FILTER (?number = ?held) } }
  }`;

const statements: readonly Statement[] = [
  {
    section: 'M30',
    statement: 'a revision, its provenance and the head are visible together, or none of them',
    holds: async ({ node, holder }) => {
      const mirror = mirrorOf(node);
      const objects = pieces(30);
      const address = await mirror.follow({ objects: uris(objects), ...alone });
      let looked = 0;
      const isWhole = async (): Promise<void> => {
        expect(await rows(holder, partial(node.url), mirrored)).to.deep.equal([]);
        looked += 1;
      };
      await mirror.until(address, (found) => Mirror.count(found, 'revisions') >= 1);
      for (const revision of [2, 3]) {
        clock.advance(2);
        for (const object of objects) object.reviseTimes(1);
        await mirror.sweep(address);
        const isThere = async (): Promise<boolean> => {
          await isWhole();
          return Mirror.count(await mirror.read(address), 'revisions') >= revision * objects.length;
        };
        await eventually(isThere);
      }
      expect(looked).to.be.at.least(2);
      // The query does find parts: what is left of a purge.
      expect((await holder.delete(`${address}?purge=true`)).status).to.equal(204);
      await eventually(async () => (await rows(holder, partial(node.url), mirrored)).length === 3 * objects.length);
    },
  },
  {
    section: 'M30',
    statement: 'a stored revision stays as it is, whatever comes after it',
    holds: async ({ node, holder }) => {
      const mirror = mirrorOf(node);
      const object = partner.create('awb-1');
      const address = await mirror.follow({ object: object.uri, ...alone });
      await mirror.holds(object.uri, 1);
      const shown = async (): Promise<string[]> => {
        const graphs = ['revisions/1', 'revisions/1/provenance'].map((below) => mirror.address(object.uri, below));
        const replies = await Promise.all(graphs.map((graph) => holder.get(graph)));
        return replies.map(({ text }) => text);
      };
      const before = await shown();
      const notifier = await Notifier.of(partner, node.url);
      const count = partner.received(object).length;
      await notifier.send(notificationOf(object.uri, UPDATED));
      await partner.asked(object, count + 1);
      clock.advance(2);
      object.reviseTimes(1);
      await mirror.sweep(address);
      await mirror.holds(object.uri, 2);
      expect(await shown()).to.deep.equal(before);
    },
  },
  {
    section: 'M59',
    statement: 'what is held is in the next queries, on every worker',
    holds: async ({ node, holder }) => {
      const mirror = mirrorOf(node);
      const object = partner.create('awb-1');
      const address = await mirror.follow({ object: object.uri, ...alone });
      for (const revision of [1, 2, 3]) {
        await mirror.holds(object.uri, revision);
        const query = `SELECT ?text { <${object.uri}> cargo:goodsDescription ?text }`;
        const found = await Promise.all(Array.from({ length: 8 }, () => rows(holder, query, mirrored)));
        for (const texts of found) expect(texts).to.deep.equal([`revision ${revision}`]);
        clock.advance(2);
        object.reviseTimes(1);
        await mirror.sweep(address);
      }
    },
  },
];

/** A node with its store in a folder, which can be started again. */
class Restarted {
  readonly #env: Readonly<Record<string, string>>;
  node: TestNode | undefined;

  constructor(folder: string, port: number) {
    this.#env = { ...env, STORE_URL: `file:${folder}`, PORT: String(port) };
  }

  async start(): Promise<Mirror> {
    this.node = await startTestNode({ clock, env: this.#env });
    return mirrorOf(this.node);
  }

  async stop(): Promise<void> {
    await this.node?.stop();
    this.node = undefined;
  }
}

const restarting =
  (work: (node: Restarted) => Promise<void>): Statement['holds'] =>
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mirror-keeping-'));
    const node = new Restarted(folder, await freePort());
    try {
      await work(node);
    } finally {
      await node.stop();
      await rm(folder, { recursive: true, force: true });
    }
  };

const afterRestarts: readonly Statement[] = [
  {
    section: 'M45',
    statement: 'follows, states and gaps are as they were after a restart',
    holds: restarting(async (node) => {
      const before = await node.start();
      const [open, closed, lost] = pieces(3);
      if (open === undefined || closed === undefined || lost === undefined) throw new Error('three objects');
      closed.access = { kind: 'forbidden' };
      const follows = await Promise.all(
        [open, closed, lost].map(({ uri }) => before.follow({ object: uri, ...alone })),
      );
      const [, refused = '', frozen = ''] = follows;
      await before.holds(open.uri, 1);
      await before.inState(refused, 'refused');
      await before.holds(lost.uri, 1);
      lost.access = { kind: 'absent' };
      await before.sweep(frozen);
      await before.inState(frozen, 'frozen');
      const shown = (mirror: Mirror): Promise<Json[]> => Promise.all(follows.map((follow) => mirror.read(follow)));
      const found = await shown(before);
      await node.stop();
      const after = await node.start();
      expect(await shown(after)).to.deep.equal(found);
      // It goes on: nothing is asked for anew, and changes are fetched.
      clock.advance(2);
      open.reviseTimes(1);
      await after.sweep(follows[0] ?? '');
      await after.holds(open.uri, 2);
      expect(await after.digest(open.uri, 1)).to.not.equal(undefined);
    }),
  },
  {
    section: 'M45',
    statement: 'a notification that was answered 204 before the node stopped leads to its revision afterwards',
    holds: restarting(async (node) => {
      const before = await node.start();
      const object = partner.create('awb-1');
      await before.follow({ object: object.uri, ...alone });
      await before.holds(object.uri, 1);
      const end = partner.fault(object, faults.silent);
      const notifier = await Notifier.of(partner, before.url);
      clock.advance(2);
      object.reviseTimes(1);
      await notifier.send(notificationOf(object.uri, UPDATED));
      await node.stop();
      end();
      const after = await node.start();
      await after.holds(object.uri, 2);
      expect(await after.values(object.uri, 'revisions/2/provenance', 'foundBy')).to.deep.equal(['notification']);
    }),
  },
];

const onFullDisk: readonly Statement[] = [
  {
    section: 'M47',
    statement:
      'while the store cannot be written, fetching stops, nothing is said of the partner, and it goes on by itself',
    holds: async () => {
      const disk = new Faults();
      const lines: string[] = [];
      const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
      const settings = { ...env, MIRROR_CONCURRENCY: '1' };
      const node = await startTestNode({ clock, env: settings, record: disk.record, log });
      try {
        const mirror = mirrorOf(node);
        const objects = pieces(6);
        const address = await mirror.follow({ objects: uris(objects), ...alone });
        await mirror.until(address, (found) => Mirror.count(found, 'revisions') === objects.length);
        const count = partner.received('object').length;
        let answer = (): void => undefined;
        const answered = new Promise<void>((resolve) => (answer = resolve));
        partner.fault('object', faults.late(answered), 1);
        clock.advance(2);
        for (const object of objects) object.reviseTimes(1);
        await mirror.sweep(address);
        await partner.asked('object', count + 1);
        disk.arm('write', 1, Infinity);
        answer();
        const asked = (await partner.asked('object', count + 3)).slice(count);
        const [first, second, third] = asked.map(({ at }) => at);
        // The first one was answered late.
        expect((third ?? 0) - (second ?? 0), 'milliseconds between requests').to.be.at.least(490);
        expect(first).to.be.a('number');
        await eventually(() => Promise.resolve(lines.some((line) => line.includes('the mirror waits for the store'))));
        const found = await mirror.read(address);
        expect(member(found, 'state')).to.equal('following');
        for (const { uri } of objects) expect(await mirror.state(uri)).to.be.oneOf(['fresh', 'due']);
        disk.arm();
        for (const { uri } of objects) await mirror.holds(uri, 2);
        expect(await mirror.gaps(objects[0]?.uri ?? '')).to.deep.equal([]);
      } finally {
        await node.stop();
      }
    },
  },
];

conformance('how copies are kept', statements, { clock, env });
conformance('how copies are kept, at restarts', [...afterRestarts, ...onFullDisk]);
