/** Partners' servers: their stored state, and their server information (M8, M19). */
import { type ApiVersion, newestOf, parseApiVersion } from '../../api-versions.js';
import { PromiseCache } from '../../async/promise-cache.js';
import { InputError } from '../../rdf/input-error.js';
import { parseJson } from '../../rdf/jsonld/json.js';
import { readJsonLdDataset } from '../../rdf/jsonld/reader.js';
import type { Graph } from '../../rdf/graph.js';
import { type Iri } from '../../rdf/terms.js';
import type { GraphReader, Transaction } from '../../store/store.js';
import type { MirrorContext } from '../mirror-services.js';
import type { PartnerAnswer, PartnerClient } from './partner-client.js';
import { describePartner, newPartner, type Partner, type PartnerCondition, readPartner } from './partner.js';
import type { UnreachableReason } from './unreachable.js';

/** The server information is asked for again after this time. */
const INFORMED_MS = 86_400_000;
/** After no usable answer, it is asked for again after this time. */
const UNINFORMED_MS = 60_000;

/** What a server says of itself. */
interface ServerInformation {
  readonly holder: Iri | undefined;
  readonly versions: readonly ApiVersion[];
}

/** A server without information names no version (M19). */
const noInformation: ServerInformation = { holder: undefined, versions: [] };

export class Partners {
  readonly #parse: (data: Graph, graph: Iri) => Partner | undefined;
  /** The requests for server information that are under way. */
  readonly #asking = new PromiseCache<Iri, Partner | UnreachableReason>();
  /** When servers without a usable answer are asked again, by the time of the clock. */
  readonly #askAgain = new Map<Iri, number>();

  constructor(
    private readonly context: MirrorContext,
    private readonly client: Pick<PartnerClient, 'request'>,
  ) {
    this.#parse = (data, graph) => readPartner(data, graph, context.ext);
  }

  find(server: Iri): Promise<Partner | undefined> {
    return this.context.parsedGraphs.get(this.context.uris.partner(server), this.#parse);
  }

  /** The partner, with its server information if it answers. Jobs that need it at the same time ask once. */
  async informed(server: Iri, lost: AbortSignal, isStale = false): Promise<Partner | UnreachableReason> {
    const known = await this.find(server);
    const now = this.context.clock.now();
    const age = known?.informedAt === undefined ? Infinity : now.getTime() - known.informedAt.getTime();
    if (known !== undefined && !isStale && age < INFORMED_MS) return known;
    const isTooSoon = now.getTime() < (this.#askAgain.get(server) ?? 0);
    if (isTooSoon && !isStale) return known ?? this.in(this.context.store, server);
    return this.#asking.remember(server, () =>
      this.#ask(server, known, lost).finally(() => {
        this.#asking.delete(server);
      }),
    );
  }

  async #ask(server: Iri, known: Partner | undefined, lost: AbortSignal): Promise<Partner | UnreachableReason> {
    const now = this.context.clock.now();
    const answer = await this.client.request({
      server,
      method: 'GET',
      url: `${server}/`,
      headers: { Accept: 'application/ld+json' },
      signal: lost,
    });
    if (answer.kind === 'silent') return answer.reason;
    const found = await this.#informationIn(answer);
    if (found === undefined) {
      // An error that passes is not remembered: what was known stays.
      this.#askAgain.set(server, now.getTime() + UNINFORMED_MS);
      return known ?? this.in(this.context.store, server);
    }
    this.#askAgain.delete(server);
    return this.#change(server, lost, (partner) => {
      const { holder = partner.holder, versions } = found;
      const isOther = holder !== undefined && partner.holder !== undefined && holder !== partner.holder;
      const holderChange = isOther ? { from: partner.holder, to: holder, at: now } : partner.holderChange;
      return { ...partner, holder, holderChange, versions, informedAt: now };
    });
  }

  /** Makes the record of a server, if there is none. */
  async ensure(server: Iri, lost: AbortSignal): Promise<void> {
    if ((await this.find(server)) === undefined) await this.#change(server, lost, (partner) => partner);
  }

  /** The newest version that both speak. */
  version({ versions }: Pick<Partner, 'versions'>): ApiVersion | undefined {
    return newestOf(versions.filter((version) => this.context.formDefaults.versions.includes(version)));
  }

  /**
   * Records whether a server answers, if that is new.
   *
   * @param notBefore the time for which it has asked to wait (M43).
   * @returns whether the condition was new.
   */
  async observe(
    server: Iri,
    condition: PartnerCondition,
    notBefore: Date | undefined,
    lost: AbortSignal,
  ): Promise<boolean> {
    const known = await this.find(server);
    if (known !== undefined && isSame(known.condition, condition) && isSameTime(known.notBefore, notBefore))
      return false;
    let isNew = false;
    await this.#change(server, lost, (partner) => {
      isNew = !isSame(partner.condition, condition);
      const now = this.context.clock.now();
      const answeredAt = condition.kind === 'answering' ? now : partner.answeredAt;
      if (!isNew) return { ...partner, notBefore };
      return { ...partner, condition, since: now, answeredAt, notBefore, isApplied: false };
    });
    return isNew;
  }

  /** Records that the copies and follows of a server have its condition, unless that has changed meanwhile. */
  async applied(server: Iri, condition: PartnerCondition, lost: AbortSignal): Promise<void> {
    await this.#change(server, lost, (partner) =>
      isSame(partner.condition, condition) ? { ...partner, isApplied: true } : partner,
    );
  }

  /** The partner in the state of a transaction. */
  async in(tx: GraphReader, server: Iri): Promise<Partner> {
    const uri = this.context.uris.partner(server);
    return readPartner(await tx.read(uri), uri, this.context.ext) ?? newPartner(uri, server, this.context.clock.now());
  }

  async write(tx: Transaction, partner: Partner): Promise<void> {
    await tx.replace(partner.uri, describePartner(partner, this.context.ext));
  }

  #change(server: Iri, lost: AbortSignal, change: (partner: Partner) => Partner): Promise<Partner> {
    return this.context.store.transact([this.context.uris.partner(server)], async (tx) => {
      const before = await this.in(tx, server);
      const after = change(before);
      await this.write(tx, after);
      lost.throwIfAborted();
      return after;
    });
  }

  /** Undefined without a usable answer. */
  async #informationIn(answer: PartnerAnswer): Promise<ServerInformation | undefined> {
    if (answer.kind !== 'response') return undefined;
    const { status, body } = answer.response;
    if (status !== 200) return noInformation;
    const { vocabulary } = this.context;
    const { api } = vocabulary;
    try {
      const { data } = await readJsonLdDataset(parseJson(body), { vocabulary, strict: false });
      const [holder] = Array.from(data.match(null, api.hasDataHolder), ({ subject }) =>
        data.iri(subject, api.hasDataHolder),
      );
      const texts = Array.from(data.match(null, api.hasSupportedApiVersion), ({ object }) => object.value);
      return { holder, versions: texts.flatMap((text) => parseApiVersion(text) ?? []) };
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      return undefined;
    }
  }
}

const isSame = (one: PartnerCondition, other: PartnerCondition): boolean =>
  one.kind === other.kind &&
  ('reason' in one ? one.reason : undefined) === ('reason' in other ? other.reason : undefined);

/** Whether two times to wait until differ by no more than the time between two looks at them. */
const isSameTime = (one: Date | undefined, other: Date | undefined): boolean =>
  one === undefined || other === undefined ? one === other : Math.abs(one.getTime() - other.getTime()) < 1_000;
