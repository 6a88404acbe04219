import { expect } from 'chai';
import fc from 'fast-check';
import { type Party, startTestNode, type TestNode } from '../support/node.js';
import { accept, createPiece, dateTime, partyFor, requestDelegation } from '../support/exchange.js';
import { scaled } from '../support/size.js';
import type { JsonObject } from '../support/world.js';

const AGENTS = 5;
const START = '2026-03-01T10:00:00.400Z';

/** What can happen: agents are numbered, and `which` picks one of the grants so far. */
type Step =
  | {
      readonly kind: 'grant';
      readonly requestor: number;
      readonly delegates: readonly number[];
      readonly decided: boolean;
      /** After how many seconds it expires; undefined for one without end. */
      readonly seconds: number | undefined;
    }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'decide' | 'withdraw'; readonly which: number; readonly byRequestor: boolean };

/** A grant as the model knows it. */
interface Grant {
  readonly requestor: number;
  readonly delegates: readonly number[];
  /** The grants that gave the requestor its own access when it asked for somebody else. */
  readonly sources: readonly Grant[];
  /** The second of its `expiresAt`. */
  readonly expiresAt: number;
  state: 'pending' | 'accepted' | 'failed' | 'revoked';
}

/** The rules of D23, D46, V51, V52 and L37 in their simplest form: one object, one permission. */
class Model {
  readonly grants: Grant[] = [];
  now = 0;

  ask(requestor: number, delegates: readonly number[], seconds = Infinity): Grant {
    const own = this.grants.filter((grant) => this.#isOpen(grant) && grant.delegates.includes(requestor));
    const forItself = delegates.every((delegate) => delegate === requestor);
    const sources = forItself ? [] : own;
    const grant: Grant = { requestor, delegates, sources, expiresAt: this.now + seconds, state: 'pending' };
    this.grants.push(grant);
    return grant;
  }

  /** @returns whether it could be accepted. */
  accept(grant: Grant): boolean {
    grant.state = this.#endOf(grant) > this.now ? 'accepted' : 'failed';
    return grant.state === 'accepted';
  }

  #endOf({ expiresAt, sources }: Grant): number {
    if (sources.length === 0) return expiresAt;
    const valid = sources.filter(({ state }) => state === 'accepted');
    return Math.min(expiresAt, Math.max(...valid.map((source) => this.#endOf(source))));
  }

  #isOpen(grant: Grant): boolean {
    return grant.state === 'accepted' && this.#endOf(grant) > this.now;
  }

  withdraw(grant: Grant): void {
    grant.state = 'revoked';
    for (const other of this.grants) {
      const derived = other.sources.length > 0 && other.state !== 'revoked';
      if (derived && other.sources.every((source) => source.state === 'revoked')) this.withdraw(other);
    }
  }

  mayRead(agent: number): boolean {
    return this.grants.some((grant) => this.#isOpen(grant) && grant.delegates.includes(agent));
  }
}

const agent = fc.nat({ max: AGENTS - 1 });
const seconds = fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('grant' as const),
      requestor: agent,
      delegates: fc.uniqueArray(agent, { minLength: 1, maxLength: 2 }),
      decided: fc.constant(true),
      seconds,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('grant' as const),
      requestor: agent,
      delegates: fc.uniqueArray(agent, { minLength: 1, maxLength: 2 }),
      decided: fc.constant(false),
      seconds,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('decide' as const), which: fc.nat(), byRequestor: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 8 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('withdraw' as const), which: fc.nat(), byRequestor: fc.boolean() }),
  },
);

describe('trust chains', () => {
  let node: TestNode;
  let agents: Party[];
  before(async () => {
    node = await startTestNode();
    agents = await Promise.all(
      Array.from({ length: AGENTS }, (_, number) =>
        partyFor(node.url, `https://agent-${number}.example/logistics-objects/a`),
      ),
    );
  });
  after(() => node.stop());

  const party = (number: number): Party => agents[number] ?? node.holder;

  /** Takes the steps on a fresh object, and compares who may read it, and how every request stands, after each of them. */
  async function play(steps: readonly Step[]): Promise<void> {
    // Back to the start, so that no token expires.
    node.clock.set(START);
    const piece = await createPiece(node.holder);
    const model = new Model();
    const requests = new Map<Grant, string>();
    const pick = (which: number, states: readonly Grant['state'][]): Grant | undefined => {
      const open = model.grants.filter(({ state }) => states.includes(state));
      return open[which % Math.max(open.length, 1)];
    };
    const uri = (grant: Grant): string => requests.get(grant) ?? '';
    const decide = async (grant: Grant): Promise<void> => {
      const reply = await node.holder.patch(`${uri(grant)}?status=REQUEST_ACCEPTED`);
      expect(reply.status, reply.text).to.equal(model.accept(grant) ? 204 : 422);
    };
    for (const one of steps) {
      if (one.kind === 'grant') {
        const grant = model.ask(one.requestor, one.delegates, one.seconds);
        const delegates = one.delegates.map((number) => party(number).agent);
        const end = new Date(node.clock.now().getTime() + (one.seconds ?? 0) * 1000).toISOString();
        const more: JsonObject = one.seconds === undefined ? {} : { 'api:expiresAt': dateTime(end) };
        requests.set(grant, await requestDelegation(party(one.requestor), { objects: [piece], delegates, more }));
        if (!one.decided) continue;
        await decide(grant);
      } else if (one.kind === 'wait') {
        node.clock.advance(one.seconds);
        model.now += one.seconds;
      } else if (one.kind === 'decide') {
        const grant = pick(one.which, ['pending']);
        if (grant === undefined) continue;
        await decide(grant);
      } else {
        const grant = pick(one.which, ['pending', 'accepted']);
        if (grant === undefined) continue;
        const by = one.byRequestor ? party(grant.requestor) : node.holder;
        const reply = await by.delete(uri(grant));
        expect(reply.status, reply.text).to.equal(204);
        model.withdraw(grant);
      }
      const seen = await Promise.all(agents.map(async (each) => (await each.get(piece)).status === 200));
      expect(seen, 'who may read').to.deep.equal(agents.map((_, number) => model.mayRead(number)));
    }
    for (const [grant, request] of requests) {
      const { text } = await node.holder.get(request);
      expect(text, request).to.include(`REQUEST_${grant.state.toUpperCase()}`);
    }
  }

  it('grant, end and revoke access like the model, after any grants, expiries and revocations (random)', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 20 }), play), {
      seed: 20260301,
      numRuns: scaled(10),
    });
  }).timeout(scaled(60_000));

  it('of ten links are revoked with the first', async () => {
    const piece = await createPiece(node.holder);
    const links = await Promise.all(
      Array.from({ length: 10 }, (_, number) =>
        partyFor(node.url, `https://link-${number}.example/logistics-objects/a`),
      ),
    );
    const requests: string[] = [];
    for (const [index, link] of links.entries()) {
      const request = await requestDelegation(links[index - 1] ?? link, { objects: [piece], delegates: [link.agent] });
      await accept(node.holder, request);
      requests.push(request);
    }
    const readers = async (): Promise<number> =>
      (await Promise.all(links.map((link) => link.get(piece)))).filter(({ status }) => status === 200).length;
    expect(await readers()).to.equal(10);
    expect((await node.holder.delete(requests[5] ?? '')).status).to.equal(204);
    expect(await readers()).to.equal(5);
    expect((await node.holder.delete(requests[0] ?? '')).status).to.equal(204);
    expect(await readers()).to.equal(0);
  });

  it('with cycles are revoked completely', async () => {
    const piece = await createPiece(node.holder);
    const [a, b, c] = [party(0), party(1), party(2)];
    const pass = async (from: Party, to: Party): Promise<string> => {
      const request = await requestDelegation(from, { objects: [piece], delegates: [to.agent] });
      await accept(node.holder, request);
      return request;
    };
    const first = await pass(a, a);
    for (const [from, to] of [
      [a, b],
      [b, c],
      [c, a],
      [a, b],
      [b, a],
      [c, b],
    ] as const)
      await pass(from, to);
    expect((await node.holder.delete(first)).status).to.equal(204);
    for (const one of [a, b, c]) expect((await one.get(piece)).status).to.equal(403);
  });

  it('are revoked atomically for concurrent readers', async () => {
    const piece = await createPiece(node.holder);
    const [a, b] = [party(0), party(1)];
    const first = await requestDelegation(a, { objects: [piece], delegates: [a.agent] });
    await accept(node.holder, first);
    const second = await requestDelegation(a, { objects: [piece], delegates: [b.agent] });
    await accept(node.holder, second);
    const [withdrawal, ...looks] = await Promise.all([
      node.holder.delete(first),
      ...Array.from({ length: 20 }, async () => {
        const before = await a.get(piece);
        return { first: before.status, second: (await b.get(piece)).status };
      }),
    ]);
    expect(withdrawal.status).to.equal(204);
    for (const look of looks) if (look.first === 403) expect(look.second).to.equal(403);
  });

  it('with two links revoked concurrently leave no access', async () => {
    for (let round = 0; round < 5; round += 1) {
      const piece = await createPiece(node.holder);
      const [a, b, c] = [party(0), party(1), party(2)];
      const first = await requestDelegation(a, { objects: [piece], delegates: [a.agent] });
      await accept(node.holder, first);
      const second = await requestDelegation(a, { objects: [piece], delegates: [b.agent] });
      await accept(node.holder, second);
      const third = await requestDelegation(b, { objects: [piece], delegates: [c.agent] });
      const [revoked, ...others] = await Promise.all([
        node.holder.delete(first),
        a.delete(second),
        node.holder.patch(`${third}?status=REQUEST_ACCEPTED`),
      ]);
      expect(revoked.status, revoked.text).to.equal(204);
      // 422 where it comes after what has revoked it already.
      for (const { status, text } of others) expect(status, text).to.be.oneOf([204, 422]);
      for (const one of [a, b, c]) expect((await one.get(piece)).status).to.equal(403);
      expect((await node.holder.get(third)).text).to.include('REQUEST_REVOKED');
    }
  });
});
