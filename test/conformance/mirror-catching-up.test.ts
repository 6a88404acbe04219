/** Catching up with a partner that was not heard for a while, or that contradicts itself. */
import { expect } from 'chai';
import { TestClock } from '../support/clock.js';
import { eventually, fastRetries } from '../support/exchange.js';
import type { TestNodeOptions } from '../support/node.js';
import { type Version, versions } from '../support/versions.js';
import type { TestContext } from '../support/world.js';
import * as faults from '../mirror/support/faults.js';
import { Scene } from '../mirror/support/scene.js';
import type { PartnerRequest } from '../mirror/support/test-partner.js';
import { conformance, each, type Statement } from './statement.js';

const clock = new TestClock();
const options: TestNodeOptions = { env: { ...fastRetries, MIRROR_RATE: '0', MIRROR_SWEEP_S: '0' }, clock };

const play = (
  work: (scene: Scene) => Promise<void>,
  more: { versions?: readonly Version[]; hasTimeMap?: boolean } = {},
): ((world: TestContext) => Promise<void>) => {
  return (world) => Scene.play(world, { clock, ...more }, work);
};

const isPast = ({ kind, query }: PartnerRequest): boolean => kind === 'object' && query.has('at');
const numbers = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** Answers name the time of the newest revision, whichever they are. */
const newestTime = ({ partner, object }: Scene): void => {
  partner.fault('object', (answer, request) =>
    faults.headers({ 'Last-Modified': object.latest.at.toUTCString() })(answer, request),
  );
};

const statements: readonly Statement[] = [
  {
    section: 'M32',
    statement: 'the newest revision is fetched first, then the missing ones, newest first',
    holds: play(async (scene) => {
      await scene.catchUp();
      await scene.revise(5);
      await scene.sweep();
      expect(await scene.held()).to.deep.equal(numbers(1, 5));
      const [, newest, ...repairs] = scene.partner.received(scene.object).map(({ query }) => query.get('at'));
      expect(newest).to.equal(null);
      expect(repairs).to.deep.equal([...repairs].sort().reverse());
      expect(repairs).to.have.length(3);
    }),
  },
  {
    section: 'M33',
    statement: 'the copies of a server that does not answer are stale, and fresh again when it does',
    holds: play(async (scene) => {
      const { mirror, partner, object } = scene;
      const link = partner.create('linked');
      object.revise({ 'cargo:containedPieces': { '@id': link.uri } });
      await scene.catchUp();
      const states = (state: string): Promise<void> =>
        eventually(async () => {
          const found = [await mirror.state(object.uri), await mirror.state(link.uri)];
          return found.every((one) => one === state);
        });
      await states('fresh');
      await partner.close();
      await mirror.sweep(scene.follow);
      await states('stale');
      expect(await mirror.values(link.uri, 'head', 'reason')).to.deep.equal(['connect']);
      await partner.open();
      await states('fresh');
    }),
  },
  {
    section: 'M34',
    statement: 'by the mementos of a TimeMap, also those of one second',
    holds: play(
      async (scene) => {
        await scene.revise(3);
        scene.object.reviseTimes(3);
        await scene.catchUp();
        expect(await scene.held()).to.deep.equal(numbers(1, 6));
        expect(await scene.gaps()).to.deep.equal([]);
        expect(scene.asked).to.have.length(0);
        expect(scene.partner.received('memento')).to.have.length(5);
      },
      { hasTimeMap: true },
    ),
  },
  ...each(Object.fromEntries(versions.map((version) => [version, [version] as const])), (spoken) => ({
    section: 'M34',
    statement: 'by walking back, one request for each revision',
    holds: play(
      async (scene) => {
        await scene.revise(8);
        await scene.catchUp();
        expect(await scene.held()).to.deep.equal(numbers(1, 8));
        expect(scene.asked).to.have.length(7);
        expect(scene.partner.received('audit-trail')).to.have.length(0);
        expect(await scene.mirror.values(scene.object.uri, 'revisions/3/provenance', 'foundBy')).to.deep.equal([
          'repair',
        ]);
      },
      { versions: spoken },
    ),
  })),
  ...each(Object.fromEntries(versions.map((version) => [version, [version] as const])), (spoken, version) => ({
    section: 'M34',
    statement: 'by the times of the audit trail, where answers name the time of the newest revision',
    holds: play(
      async (scene) => {
        await scene.revise(6, 1_000);
        newestTime(scene);
        await scene.catchUp();
        expect(await scene.held()).to.deep.equal(numbers(1, 6));
        expect(scene.partner.received('audit-trail')).to.have.length(1);
        // From 2.3.0 on it names the second itself, before only the time of the request.
        expect(scene.asked.length).to.be.at.most(version === '2.3.0' ? 50 : 90);
      },
      { versions: spoken },
    ),
  })),
  {
    section: 'M34',
    statement: 'the audit trail is asked in windows that halve if it is too large',
    holds: play(async (scene) => {
      await scene.revise(4, 500);
      newestTime(scene);
      const isWhole = ({ kind, query }: PartnerRequest): boolean =>
        kind === 'audit-trail' && (query.get('updated-from') ?? '') < '2023';
      scene.partner.fault(isWhole, faults.large(2_000_000));
      await scene.catchUp();
      expect(await scene.held()).to.deep.equal(numbers(1, 4));
      const windows = scene.partner.received('audit-trail').map(({ query }) => query.get('updated-from'));
      expect(windows[0]).to.equal(null);
      expect(windows.length).to.be.within(3, 20);
    }),
  },
  {
    section: 'M34',
    statement: 'by halving, where there is no audit trail, with at most 40 requests for a revision',
    holds: play(async (scene) => {
      await scene.revise(4, 5_000);
      newestTime(scene);
      scene.partner.fault('audit-trail', faults.status(404));
      await scene.catchUp();
      expect(await scene.held()).to.deep.equal(numbers(1, 4));
      expect(scene.asked.length).to.be.at.most(3 * 40);
    }),
  },
  {
    section: 'M34',
    statement: 'a time that is wrong does not end the search',
    holds: play(async (scene) => {
      await scene.revise(4, 100);
      scene.partner.fault('object', (answer, request) =>
        faults.headers({ 'Last-Modified': clock.now().toUTCString() })(answer, request),
      );
      await scene.advance(1_000);
      await scene.catchUp();
      expect(await scene.held()).to.deep.equal(numbers(1, 4));
    }),
  },
  {
    section: 'M35',
    statement: 'revisions that were replaced within their second are a gap: same-second',
    holds: play(async (scene) => {
      await scene.revise(3);
      scene.object.reviseTimes(4);
      await scene.revise(9);
      await scene.catchUp();
      expect(await scene.held()).to.deep.equal([1, 2, 7, 8, 9]);
      expect(await scene.missing()).to.deep.equal(['3-6 same-second']);
    }),
  },
  {
    section: 'M35',
    statement: 'all revisions in one second: one is held, the others are same-second',
    holds: play(async (scene) => {
      scene.object.reviseTimes(4);
      await scene.catchUp();
      expect(await scene.held()).to.deep.equal([5]);
      expect(await scene.missing()).to.deep.equal(['1-4 same-second']);
    }),
  },
  ...each({ 'at answers 404': 'none', 'at answers the newest': 'newest' } as const, (history) => ({
    section: 'M35',
    statement: 'a server without history leaves a gap: no-history',
    holds: play(async (scene) => {
      await scene.revise(5);
      scene.partner.history = history;
      await scene.catchUp();
      expect(await scene.held()).to.deep.equal([5]);
      expect(await scene.missing()).to.deep.equal(['1-4 no-history']);
    }),
  })),
  ...each(
    {
      'no-access': [faults.status(403), '1-4 no-access'],
      unreadable: [faults.body('{'), '1-4 unreadable'],
      'too-large': [faults.large(2_000_000), '1-4 too-large'],
    } as const,
    ([fault, gap]) => ({
      section: 'M35',
      statement: 'what cannot be had for another reason is a gap with it',
      holds: play(async (scene) => {
        await scene.revise(5);
        scene.partner.fault(isPast, fault);
        await scene.catchUp();
        expect(await scene.held()).to.deep.equal([5]);
        expect(await scene.missing()).to.deep.equal([gap]);
      }),
    }),
  ),
  {
    section: 'M35',
    statement: 'one revision that cannot be read is a gap of its own',
    holds: play(async (scene) => {
      await scene.revise(5);
      const broken = scene.object.revisions[2]?.at ?? new Date();
      const isBroken = (request: PartnerRequest): boolean =>
        isPast(request) && scene.object.asOf(readCompact(request.query.get('at') ?? ''))?.at === broken;
      scene.partner.fault(isBroken, faults.unreadable['a broken literal'] ?? faults.status(500));
      await scene.catchUp();
      expect(await scene.held()).to.deep.equal([1, 2, 4, 5]);
      expect(await scene.missing()).to.deep.equal(['3-3 unreadable']);
    }),
  },
  {
    section: 'M35',
    statement: 'a number without bounds is one entry, and few requests',
    holds: play(async (scene) => {
      await scene.catchUp();
      await scene.revise(2);
      const claimed = String(faults.HUGE_NUMBER);
      const claims = faults.inOrder(
        faults.numbers({ revision: claimed, latest: claimed }),
        faults.numberInBody(faults.HUGE_NUMBER),
        faults.headers({ ETag: '"huge"' }),
      );
      scene.partner.fault((request) => request.kind === 'object' && !isPast(request), claims);
      await scene.sweep();
      expect(await scene.mirror.held(scene.object.uri)).to.equal(faults.HUGE_NUMBER);
      expect(await scene.missing()).to.deep.equal([`2-${faults.HUGE_NUMBER - 1} same-second`]);
      expect(scene.asked.length).to.be.at.most(10);
    }),
  },
  {
    section: 'M35',
    statement: 'a later number than the newest answer has is a gap, too',
    holds: play(async (scene) => {
      scene.partner.fault('object', faults.numbers({ latest: '7' }));
      await scene.catchUp();
      expect(await scene.missing()).to.deep.equal(['2-7 no-history']);
    }),
  },
  {
    section: 'M35',
    statement: 'at most 100 requests in one check; the rest goes on at the next',
    holds: play(async (scene) => {
      await scene.revise(130, 2);
      await scene.catchUp();
      expect(await scene.held()).to.deep.equal(numbers(1, 130));
      expect(scene.asked).to.have.length(129);
    }),
  },
  {
    section: 'M35',
    statement: 'a gap is tried again after an hour, a day, a week, then never, and on sweep',
    holds: play(async (scene) => {
      scene.object.reviseTimes(1);
      await scene.catchUp();
      const waits = [3_600, 86_400, 7 * 86_400];
      for (const [tries, wait] of waits.entries()) {
        const [gap] = await scene.gaps();
        expect([gap?.reason, gap?.tried]).to.deep.equal(['same-second', tries + 1]);
        expect(Date.parse(gap?.next ?? '') - clock.now().getTime()).to.be.within(wait * 1000 - 1000, wait * 1000);
        await scene.advance(wait + 1);
        await scene.look();
        await eventually(async () => (await scene.gaps())[0]?.tried === tries + 2);
      }
      expect((await scene.gaps())[0]?.next).to.equal(undefined);
      await scene.mirror.sweep(scene.follow);
      await eventually(async () => (await scene.gaps())[0]?.tried === 5);
    }),
  },
  {
    section: 'M37',
    statement: 'a revision names what led to its request',
    holds: play(async (scene) => {
      await scene.catchUp();
      await scene.revise(3);
      await scene.sweep();
      const found = await Promise.all(
        numbers(1, 3).map((number) =>
          scene.mirror.values(scene.object.uri, `revisions/${number}/provenance`, 'foundBy'),
        ),
      );
      expect(found.flat()).to.deep.equal(['start', 'repair', 'sweep']);
    }),
  },
];

function readCompact(text: string): Date {
  return new Date(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

conformance('catching up with partners', statements, options);
