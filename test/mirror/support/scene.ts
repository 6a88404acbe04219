/** One partner and one followed object of it, at a node that mirrors: what a row of a table needs. */
import { expect } from 'chai';
import type { TestClock } from '../../support/clock.js';
import { eventually, partyFor } from '../../support/exchange.js';
import { type Json, Party } from '../../support/node.js';
import type { TestContext } from '../../support/world.js';
import { readNTriples } from '../../support/turtle.js';
import { digestOf, Mirror } from './mirror.js';
import { notificationOf, Notifier } from './notifications.js';
import { objectAnswer } from './partner-answers.js';
import type { PartnerObject } from './partner-object.js';
import { type PartnerRequest, TestPartner, type TestPartnerOptions } from './test-partner.js';

/** A range of missing revisions, as the head of a copy has it. */
export interface StoredGap {
  readonly from: number;
  readonly to: number;
  readonly reason: string;
  readonly tried: number;
  readonly next: string | undefined;
}

export class Scene {
  follow = '';

  private constructor(
    /** With tokens of the present time. */
    public mirror: Mirror,
    readonly partner: TestPartner,
    public notifier: Notifier,
    readonly object: PartnerObject,
    readonly clock: TestClock,
  ) {}

  /** A partner with an object, and the work with it. */
  static async play(
    { node }: Pick<TestContext, 'node'>,
    options: Omit<TestPartnerOptions, 'clock'> & { readonly clock: TestClock },
    work: (scene: Scene) => Promise<void>,
  ): Promise<void> {
    const partner = await TestPartner.start(options);
    const mirror = new Mirror(node.url, await partyFor(node.url, node.holder.agent));
    const notifier = await Notifier.of(partner, node.url);
    const scene = new Scene(mirror, partner, notifier, partner.create('awb-1'), options.clock);
    try {
      await work(scene);
    } finally {
      await scene.advance(0);
      if (scene.follow !== '') await scene.mirror.agent.delete(scene.follow);
      await partner.close();
    }
  }

  /** Advances the clock, and renews what expires. */
  async advance(seconds: number): Promise<void> {
    this.clock.advance(seconds);
    const { url, agent } = this.mirror;
    this.mirror = new Mirror(url, await partyFor(url, agent.agent));
    this.notifier = await Notifier.of(this.partner, url);
  }

  /** Makes revisions up to a number, so many seconds apart. */
  async revise(to: number, seconds = 10): Promise<void> {
    while (this.object.latest.number < to) {
      this.clock.advance(seconds);
      this.object.reviseTimes(1);
    }
    await this.advance(0);
  }

  /** Follows the object, and waits until nothing is left to be fetched. */
  async catchUp(more: Record<string, Json> = {}): Promise<void> {
    this.follow = await this.mirror.follow({ object: this.object.uri, subscribe: false, ...more });
    await this.settled();
  }

  /** Has all copies checked, and waits until nothing is left to be fetched. */
  async sweep(): Promise<void> {
    const before = this.partner.received(this.object).length;
    await this.mirror.sweep(this.follow);
    await this.partner.until((partner) => partner.received(this.object).length > before);
    await this.settled();
  }

  settled(): Promise<void> {
    return eventually(async () => !['due', undefined].includes(await this.mirror.state(this.object.uri)));
  }

  /** Lets the mirror look at what is due: by a notification about an object that nobody follows. */
  async look(): Promise<void> {
    await this.notifier.send(
      notificationOf(`${this.partner.base}/logistics-objects/nobody`, 'LOGISTICS_OBJECT_UPDATED'),
    );
  }

  /** The numbers of revisions held. @throws AssertionError for one with another digest than the partner's. */
  async held(): Promise<number[]> {
    const found: number[] = [];
    for (const revision of this.object.revisions) {
      const digest = await this.mirror.digest(this.object.uri, revision.number);
      if (digest === undefined) continue;
      const { body } = objectAnswer(this.object, revision, { version: '2.3.0' });
      expect(digest, `revision ${revision.number}`).to.equal(
        await digestOf(this.object.uri, JSON.parse(String(body)) as Json),
      );
      found.push(revision.number);
    }
    return found;
  }

  /** The ranges that are missing, in order. */
  async gaps(): Promise<StoredGap[]> {
    const address = this.mirror.address(this.object.uri, 'head');
    const { text } = await this.mirror.agent.get(address, { headers: { Accept: 'application/n-triples' } });
    const data = readNTriples(text);
    const term = (name: string): string => `${this.mirror.url}/ns/extensions#${name}`;
    const gaps = Array.from(data).filter(({ predicate }) => predicate.value === term('gap'));
    return gaps
      .map(({ object: gap }) => {
        const facts = new Map(data.about(gap).map(({ predicate, object }) => [predicate.value, object.value]));
        const numberOf = (name: string): number => Number(facts.get(term(name)));
        const [from, to, tried] = [numberOf('from'), numberOf('to'), numberOf('tried')];
        return { from, to, tried, reason: facts.get(term('reason')) ?? '', next: facts.get(term('next')) };
      })
      .sort((one, other) => one.from - other.from);
  }

  /** The gaps as `1-3 same-second`. */
  async missing(): Promise<string[]> {
    return (await this.gaps()).map(({ from, to, reason }) => `${from}-${to} ${reason}`);
  }

  /** The requests for past times. */
  get asked(): PartnerRequest[] {
    return this.partner.received(({ query, kind }) => kind === 'object' && query.has('at'));
  }

  /** The partner's own answer about the object. */
  async original(): Promise<Json> {
    return (await new Party(this.partner.base, '', undefined, []).get(this.object.uri)).json;
  }
}
