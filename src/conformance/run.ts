/** A run of the kit against one server: all rows in each version, then the clean-up (T15 to T18). */
import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { CleanUp } from './clean-up.js';
import type { Config } from './config.js';
import { reasonOf, ServerGone, UsageError } from './errors.js';
import { judge } from './judge.js';
import { Failed } from './outcome.js';
import { type Listening, NotificationServer } from './receiver.js';
import { type Identity, RemoteCaller } from './remote-caller.js';
import type { Session } from './remote-world.js';
import type { CallerName, Reply } from './reply.js';
import type { Report, Result, VersionReport } from './report.js';
import { areaOf, type Row } from './row.js';
import { redacted } from './redaction.js';
import { supportedVersions } from './supported-versions.js';
import { Tokens } from './tokens.js';
import { Transport } from './transport.js';
import type { ApiVersion } from './versions.js';

export interface RunOptions {
  readonly config: Config & { readonly server: string };
  readonly rows: readonly Row[];
  /** Those that the server's information names, without. */
  readonly versions?: readonly ApiVersion[];
  readonly readOnly?: boolean;
  /** Requests a second; 0 for no limit. */
  readonly rate?: number;
  /** Seconds for each version. */
  readonly seconds?: number;
  readonly receiver?: { readonly listen?: Listening; readonly url?: string };
  /** Why a row is known to fail, by its id (T14). */
  readonly known?: ReadonlyMap<string, string>;
  /** Interrupts the run; it still cleans up. */
  readonly signal?: AbortSignal;
  /** Told of each result as it comes. */
  readonly onResult?: (result: Result) => void;
  /** Passing of time; the system's without. */
  readonly time?: Session['time'];
}

export interface Ran {
  readonly report: Report;
  /** False if the run was interrupted, or the server went away. */
  readonly isWhole: boolean;
}

/** Rows at once: most of them wait, and requests have a bound of their own. */
const ROWS_AT_ONCE = 16;
const DEFAULT_SECONDS = 150;
const CLEAN_UP_MS = 10_000;
/** What waits longest begins first. */
const slow = new Set(['deliveries', 'notifications', 'subscriptions']);

const systemTime: Session['time'] = {
  now: () => new Date(),
  later: async (seconds) => {
    await delay(Math.min(seconds, 5) * 1000);
  },
};

type Configured = 'holder' | 'partner' | 'stranger';
const configured: readonly Configured[] = ['holder', 'partner', 'stranger'];

/** @throws UsageError if the run cannot begin (T2). */
export async function runKit(options: RunOptions): Promise<Ran> {
  const { config, signal } = options;
  const receiver = await NotificationServer.start({ ...options.receiver, ...(signal !== undefined && { signal }) });
  try {
    return await new Run(options, config.server.replace(/(?<!\/)\/+$/, ''), receiver).all();
  } finally {
    await receiver.stop();
  }
}

class Run {
  readonly #id = randomBytes(4).toString('hex');
  readonly #cleanUp = new CleanUp();
  readonly #tokens: readonly (readonly [Configured, Tokens])[];
  readonly #identities: Partial<Record<Configured, Identity>> = {};
  #count = 0;
  #isWhole = true;
  #limited = 0;
  /** Whether the first request was answered by 200. */
  #hadAccess = false;

  constructor(
    private readonly options: RunOptions,
    private readonly server: string,
    private readonly receiver: NotificationServer,
  ) {
    this.#tokens = configured.flatMap((name) => {
      const party = options.config[name];
      if (party === undefined) return [];
      const parameters = Object.entries(party.parameters ?? {});
      const known = parameters.map(([key, value]) => [key, value.replaceAll('$RECEIVER', receiver.url)] as const);
      return [[name, new Tokens(name, { ...party, parameters: Object.fromEntries(known) })] as const];
    });
  }

  async all(): Promise<Ran> {
    const started = new Date();
    for (const [name, tokens] of this.#tokens)
      this.#identities[name] = { name, agent: await tokens.agent(), token: () => tokens.get() };
    const first = await this.#first();
    const versions = this.options.versions ?? (await supportedVersions(first));
    this.#hadAccess = first.status === 200;
    const reports: VersionReport[] = [];
    for (const version of versions) reports.push(await this.#version(version));
    await this.#revoke();
    const judged = reports.flatMap(({ results }) => results).filter(({ outcome }) => /passed|failed/.test(outcome));
    const notes = [
      ...(this.#limited > 0 ? [`the server limited the kit ${this.#limited} times (429): set --rate`] : []),
      ...(judged.length === 0 ? ['no check was judged: the configuration names the callers (--config)'] : []),
    ];
    const report = {
      run: this.#id,
      server: this.server,
      started,
      versions: reports,
      leftBehind: this.#cleanUp.leftBehind,
      notes,
      stale: this.#stale(reports),
    };
    const secrets = this.#tokens.flatMap(([, tokens]) => tokens.secrets);
    return { report: redacted(report, secrets), isWhole: this.#isWhole };
  }

  /** A known failure that passes, and fails in no version (T14). */
  #stale(reports: readonly VersionReport[]): string[] {
    const results = reports.flatMap((report) => report.results);
    return [...(this.options.known?.keys() ?? [])].filter((id) => {
      const own = results.filter(({ row }) => row.id === id);
      return own.some(({ outcome }) => outcome === 'passed') && !own.some(({ outcome }) => outcome === 'failed');
    });
  }

  #transport(signal: AbortSignal): Transport {
    const { rate = 0, readOnly = false } = this.options;
    return new Transport({ rate, readOnly, signal });
  }

  /** The first request: without an answer there is nothing to judge (T2). */
  async #first(): Promise<Reply> {
    const transport = this.#transport(new AbortController().signal);
    const sender = {
      server: this.server,
      mediaType: 'application/ld+json',
      send: transport.send.bind(transport),
    };
    const identity = this.#identities.partner ?? this.#identities.holder ?? this.#identities.stranger;
    const caller = new RemoteCaller(identity ?? { name: 'anonymous', agent: undefined, token: undefined }, sender);
    try {
      return await caller.get('/');
    } catch (error) {
      if (error instanceof Failed || error instanceof ServerGone)
        throw new UsageError(`no answer from ${this.server}: ${error instanceof Failed ? error.came : error.message}`);
      throw error;
    }
  }

  /** Failures that came of access that the partner had at the beginning say so (T72). */
  async #explained(results: readonly Result[]): Promise<readonly Result[]> {
    const isRefused = ({ came = '' }: Result): boolean => /\b40[13]\b/.test(came);
    if (!this.#hadAccess || this.#identities.partner === undefined || !results.some(isRefused)) return results;
    const now = await this.#first().catch(() => undefined);
    if (now?.status !== 401 && now?.status !== 403) return results;
    const ended = 'access of the partner ended during the run';
    return results.map((result) =>
      isRefused(result)
        ? { ...result, came: `${result.came ?? ''} (${ended})`, reason: `${result.reason ?? ''} (${ended})` }
        : result,
    );
  }

  async #version(version: ApiVersion): Promise<VersionReport> {
    const begin = performance.now();
    const { rows, seconds = DEFAULT_SECONDS, readOnly = false, signal: stop } = this.options;
    const controller = new AbortController();
    // Each row that runs listens.
    setMaxListeners(2 * ROWS_AT_ONCE, controller.signal);
    const end = (reason: string) => (): void => {
      controller.abort(reason);
    };
    const interrupt = end('the run was interrupted');
    if (stop?.aborted === true) interrupt();
    stop?.addEventListener('abort', interrupt);
    const timer = setTimeout(end(`the time is over (--time ${seconds})`), seconds * 1000);
    const transport = this.#transport(controller.signal);
    const session = this.#session(version, transport);
    const results = new Map<Row, Result>();
    const waiting = rows.toSorted((one, other) => Number(slow.has(areaOf(other))) - Number(slow.has(areaOf(one))));
    const work = async (): Promise<void> => {
      for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
        const result = this.#known(await judge(row, { session, readOnly, signal: controller.signal }));
        results.set(row, result);
        this.options.onResult?.(result);
      }
    };
    await Promise.all(Array.from({ length: ROWS_AT_ONCE }, work));
    clearTimeout(timer);
    // Rows that were interrupted end here, and what their last requests made is known.
    controller.abort('the run has ended');
    await transport.idle();
    stop?.removeEventListener('abort', interrupt);
    if (transport.gone !== undefined || stop?.aborted === true) this.#isWhole = false;
    this.#limited += transport.limited;
    return {
      version,
      results: await this.#explained(rows.flatMap((row) => results.get(row) ?? [])),
      requests: transport.requests,
      seconds: (performance.now() - begin) / 1000,
    };
  }

  #known(result: Result): Result {
    const known = this.options.known?.get(result.row.id);
    return known === undefined || result.outcome !== 'failed' ? result : { ...result, known };
  }

  #session(version: ApiVersion, transport: Transport): Session {
    return {
      version,
      server: this.server,
      run: this.#id,
      decide: this.options.config.decide,
      identities: this.#identities,
      receiver: this.#receiver(),
      time: this.options.time ?? systemTime,
      ids: () => `kit-${this.#id}-${(this.#count += 1)}`,
      send: async (sent, body, authorization) => {
        const reply = await transport.send(sent, body, authorization);
        this.#cleanUp.observe(reply);
        return reply;
      },
    };
  }

  /** T5: deliveries go to where the partner's URI says. */
  #receiver(): NotificationServer | string {
    const agent = this.#identities.partner?.agent;
    if (agent === undefined) return 'the URI of the partner is unknown';
    const [address = ''] = agent.split('/logistics-objects/');
    if (address === this.receiver.url) return this.receiver;
    return `the partner's notifications go to ${address}, the receiver is at ${this.receiver.url}`;
  }

  /** Revokes what was asked for, for at most ten seconds (T18). */
  async #revoke(): Promise<void> {
    const controller = new AbortController();
    const timer = setTimeout(() => {
      controller.abort('the time of the clean-up is over');
    }, CLEAN_UP_MS);
    const session = this.#session('2.0.0', this.#transport(controller.signal));
    const waiting = [...this.#cleanUp.revocable];
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await this.#end(next, session);
    };
    await Promise.all(Array.from({ length: 4 }, work));
    clearTimeout(timer);
  }

  async #end({ request, caller }: { request: string; caller: CallerName }, session: Session): Promise<void> {
    const identities = configured.map((name) => this.#identities[name]);
    const identity = identities.find((one) => one?.name === caller) ?? this.#identities.holder;
    if (identity === undefined) {
      this.#cleanUp.keep(request);
      return;
    }
    const sender = { server: this.server, mediaType: 'application/ld+json', send: session.send };
    try {
      const { status } = await new RemoteCaller(identity, sender).delete(request);
      if (status >= 300) this.#cleanUp.keep(`${request} (DELETE: ${status})`);
    } catch (error) {
      this.#cleanUp.keep(`${request} (${reasonOf(error)})`);
    }
  }
}
