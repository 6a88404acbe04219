/** A node behind a proxy that has a fault, and the kit's session with it. */
import type { Row } from '../../../src/conformance/row.js';
import { judge } from '../../../src/conformance/judge.js';
import { Failed } from '../../../src/conformance/outcome.js';
import { NotificationServer } from '../../../src/conformance/receiver.js';
import type { Identity } from '../../../src/conformance/remote-caller.js';
import type { Session } from '../../../src/conformance/remote-world.js';
import type { Result } from '../../../src/conformance/report.js';
import { Transport } from '../../../src/conformance/transport.js';
import type { ApiVersion } from '../../../src/conformance/versions.js';
import type { Receiver } from '../../../src/conformance/world.js';
import { TestClock } from '../../support/clock.js';
import { fastRetries, tokenFor } from '../../support/exchange.js';
import { startTestNode, type TestNode, token } from '../../support/node.js';
import { freePort } from '../../support/ports.js';
import { Proxy, unaltered } from './proxy.js';
import type { Fault, Tools } from './fault.js';

/** How long a notification is waited for that does not come. */
const SILENCE_MS = 1000;
/** How long a notification is waited for that must not come, and does. */
const LOUD_SECONDS = 4;

/** A receiver that does not wait for what does not come. */
function impatient(receiver: NotificationServer, { isSilent, isLoud }: Pick<Fault, 'isSilent' | 'isLoud'>): Receiver {
  return {
    url: receiver.url,
    received: receiver.received.bind(receiver),
    none: (wanted, seconds) => receiver.none(wanted, isLoud === true ? LOUD_SECONDS : Math.min(seconds, 0.3)),
    behave: receiver.behave.bind(receiver),
    followed: receiver.followed.bind(receiver),
    notifications: async (wanted, atLeast = 1) => {
      if (isSilent !== true) return receiver.notifications(wanted, atLeast);
      const late = new Promise<never>((_, reject) => {
        setTimeout(() => {
          reject(new Failed(`${atLeast} × ${wanted.eventType ?? 'notification'}`, 'fewer'));
        }, SILENCE_MS).unref();
      });
      return Promise.race([receiver.notifications(wanted, atLeast), late]);
    },
  };
}

const ROWS_AT_ONCE = 8;
/** Rows that other rows must not move the clock of. */
const expiring: ReadonlySet<string> = new Set(['delegations.expiry', 'notifications.expired']);

export class FaultyNode {
  #ids = 0;

  private constructor(
    readonly node: TestNode,
    readonly front: Proxy,
    readonly back: Proxy,
    readonly receiver: NotificationServer,
    private readonly holder: string,
  ) {}

  static async start(): Promise<FaultyNode> {
    let nodeAddress = '';
    const port = await freePort();
    const front = await Proxy.start(() => nodeAddress);
    const back = await Proxy.start(() => `http://localhost:${port}`);
    const node = await startTestNode({
      clock: new TestClock('2026-03-02T10:00:00.400Z'),
      viaPort: true,
      env: { BASE_URL: front.url, DEV_IDP: 'true', ...fastRetries },
    });
    nodeAddress = `http://localhost:${node.port}`;
    const receiver = await NotificationServer.start({ listen: { host: '127.0.0.1', port }, url: back.url });
    const holder = await token(nodeAddress, 'holder');
    return new FaultyNode(node, front, back, receiver, holder);
  }

  async stop(): Promise<void> {
    await this.front.stop();
    await this.node.stop();
    await this.receiver.stop();
    await this.back.stop();
  }

  /** Judges by some rows while the server has a fault. */
  async judge(rows: readonly Row[], fault: Fault | undefined, version: ApiVersion): Promise<readonly Result[]> {
    const { identities, tools } = await this.#parties();
    const own = this.#session(version, identities, fault ?? {});
    const session = { ...own, receiver: fault?.receiver?.(own.receiver) ?? own.receiver };
    this.front.passing = fault?.front?.(tools) ?? unaltered;
    this.back.passing = fault?.back?.(tools) ?? unaltered;
    const results = new Map<Row, Result>();
    const judgeAll = async (waiting: Row[], atOnce: number): Promise<void> => {
      const work = async (): Promise<void> => {
        for (let row = waiting.shift(); row !== undefined; row = waiting.shift())
          results.set(row, await judge(row, { session, readOnly: false, signal: new AbortController().signal }));
      };
      await Promise.all(Array.from({ length: atOnce }, work));
    };
    try {
      await judgeAll(
        rows.filter(({ id }) => !expiring.has(id)),
        ROWS_AT_ONCE,
      );
      await judgeAll(
        rows.filter(({ id }) => expiring.has(id)),
        1,
      );
    } finally {
      this.front.passing = unaltered;
      this.back.passing = unaltered;
    }
    return rows.flatMap((row) => results.get(row) ?? []);
  }

  /** The parties of a run: another partner each time, so that no run finds what an earlier one left. */
  async #parties(): Promise<{ identities: Session['identities']; tools: Tools }> {
    const address = `http://localhost:${this.node.port}`;
    const agents = {
      holder: this.node.holder.agent,
      partner: `${this.back.url}/logistics-objects/kit-${(this.#ids += 1)}`,
      stranger: `${this.front.url}/logistics-objects/stranger`,
    };
    const tokens = {
      holder: this.holder,
      partner: await tokenFor(address, agents.partner, 'kit'),
      stranger: await tokenFor(address, agents.stranger, 'stranger'),
    };
    const identity = (name: keyof typeof tokens): Identity => ({
      name,
      agent: agents[name],
      token: () => Promise.resolve(tokens[name]),
    });
    const { send } = this.front;
    const headers = { 'content-type': 'application/ld+json' };
    const tell: Tools['tell'] = (notification) =>
      this.back.send({ method: 'POST', path: '/notifications', headers, body: JSON.stringify(notification) });
    return {
      identities: { holder: identity('holder'), partner: identity('partner'), stranger: identity('stranger') },
      tools: { server: this.front.url, tokens, send, tell },
    };
  }

  #session(
    version: ApiVersion,
    identities: Session['identities'],
    fault: Pick<Fault, 'isSilent' | 'isLoud'>,
  ): Session & { readonly receiver: Receiver } {
    const transport = new Transport({ rate: 0, readOnly: false, signal: new AbortController().signal });
    const { clock } = this.node;
    return {
      version,
      server: this.front.url,
      run: '00000000',
      decide: 'request',
      identities,
      receiver: impatient(this.receiver, fault),
      time: {
        now: () => clock.now(),
        later: (seconds) => {
          clock.advance(seconds);
          return Promise.resolve();
        },
      },
      ids: () => `kit-00000000-${(this.#ids += 1)}`,
      send: (sent, body, authorization) => transport.send(sent, body, authorization),
    };
  }
}
