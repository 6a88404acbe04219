/**
 * The ids of waybills whose numbers were used before: after some time, or after an erasure, a number is that of another
 * waybill, `<id>.2` and so on (X51).
 */
import { type Iri, node } from '../../rdf/terms.js';
import { messageTerms, type MessageTerms } from '../../rdf/message-terms.js';
import { waybillId } from '../describe.js';
import { idPart } from '../ids.js';
import { anyAppliedPartition, type MessageServices } from '../lookups.js';
import { readStoredMessage } from '../message.js';
import type { DraftNode } from '../reading/draft.js';
import type { ReadMessage } from '../reading/read-message.js';
import { KnownObjects, type StateReader } from './known-objects.js';

/** The ids that the waybills of a message have at present. */
export interface PresentIds {
  /** By the id of its number. */
  readonly of: (id: string) => string;
  /** Whether the waybill of the message may be one that was made through the API under another id (X11). */
  readonly mayBeOther: boolean;
}

const DAY_MS = 86_400_000;
/** So many waybills may have had one number. */
const MAX_GENERATIONS = 1000;

const idOf = (base: string, generation: number): string => (generation === 1 ? base : `${base}.${generation}`);

/** Whether an id is that of a number, or of a later waybill with the number. */
export const isGenerationOf = (id: string, base: string): boolean =>
  id === base || (id.startsWith(`${base}.`) && /^\.\d+$/.test(id.slice(base.length)));

/** What an air waybill's id begins with in those of its houses. */
const houseStart = (awb: string): string => `hawb${awb.slice('awb'.length)}-`;

export class Generations {
  readonly #ext: MessageTerms;
  readonly #known: KnownObjects;

  constructor(
    private readonly services: MessageServices,
    private readonly state: StateReader,
  ) {
    this.#ext = messageTerms(services.uris.extensions);
    this.#known = new KnownObjects(services, state);
  }

  async of(message: ReadMessage): Promise<PresentIds> {
    const { waybill } = message;
    const awb = waybill.text('waybillPrefix') === undefined ? waybill.nodes('masterWaybill')[0] : waybill;
    const base = awb === undefined ? undefined : waybillId(awb);
    const { id: present = base, isErased = false } = base === undefined ? {} : await this.#present(base, message);
    const later = (id: string): string => {
      if (base === undefined || present === undefined || present === base) return id;
      if (id === base) return present;
      // A house of the waybill has the master's number in its id.
      const ofHouse = houseStart(base);
      return id.startsWith(ofHouse) ? houseStart(present) + id.slice(ofHouse.length) : id;
    };
    const houses = new Map<string, string>();
    for (const [id, number] of housesOf(message)) {
      const isOwn = id === waybillId(waybill);
      houses.set(later(id), await this.#house(later(id), number, isOwn));
    }
    return {
      of: (id) => houses.get(later(id)) ?? later(id),
      mayBeOther: present === base || isErased,
    };
  }

  /**
   * The newest waybill of a number, or the next one if the number is used again: after some time, and at once if an
   * erasure has used up the id (P35).
   */
  async #present(base: string, message: ReadMessage): Promise<{ readonly id: string; readonly isErased?: boolean }> {
    const { uris, settings, lookups } = this.services;
    let generation = 1;
    while (generation < MAX_GENERATIONS && (await this.#isUsed(idOf(base, generation + 1)))) generation += 1;
    const id = idOf(base, generation);
    if (await this.#known.isErased(uris.object(id)))
      return (await this.#isOfHouse(id, base, message)) ? { id } : { id: idOf(base, generation + 1), isErased: true };
    const { purpose, issued } = message.header;
    const { reuseDays } = settings.messages;
    if (purpose !== 'create' || issued === undefined || reuseDays === 0 || message.type === 'XFZB') return { id };
    const ofWaybill = anyAppliedPartition(uris.object(id));
    const [last] = await this.state.lookup(lookups.messages.messages, ofWaybill, { limit: 1, reverse: true });
    if (last === undefined) return { id };
    const stored = readStoredMessage(await this.state.read(last.value), last.value, this.#ext);
    const since = stored?.issued === undefined ? 0 : Date.parse(issued) - stored.issued.getTime();
    return { id: since > reuseDays * DAY_MS ? idOf(base, generation + 1) : id };
  }

  /** Whether a message is about a house that this node has, of a master that was erased alone: the house stays the same. */
  async #isOfHouse(master: string, base: string, { type, waybill }: ReadMessage): Promise<boolean> {
    if (type !== 'XFZB') return false;
    const house = houseStart(master) + waybillId(waybill).slice(houseStart(base).length);
    return this.#known.has(this.services.uris.object(house));
  }

  async #isUsed(id: string): Promise<boolean> {
    const uri = this.services.uris.object(id);
    return (await this.#known.has(uri)) || (await this.#known.isErased(uri));
  }

  /**
   * A house whose id an erasure has used up has the next free one: if the message is about it, or an earlier one has made
   * it. A house has such an id of its own, too, if its number ends so.
   */
  async #house(base: string, number: string, isOwn: boolean): Promise<string> {
    for (let generation = 1; generation < MAX_GENERATIONS; generation += 1) {
      const id = idOf(base, generation);
      const uri = this.services.uris.object(id);
      if (await this.#known.isErased(uri)) continue;
      const isThere = await this.#known.has(uri);
      if (isThere && /\.\d+$/.test(id) && !(await this.#hasNumber(uri, number))) continue;
      if (generation === 1 || isThere || isOwn) return id;
      break;
    }
    return base;
  }

  async #hasNumber(uri: Iri, number: string): Promise<boolean> {
    const house = await this.#known.latest(uri);
    return house?.data.object(node(uri), this.#known.term('waybillNumber'))?.value === number;
  }
}

/** The houses of a message with their numbers, by their ids. */
function housesOf({ waybill, statuses }: ReadMessage): Map<string, string> {
  const isHouse = (one: DraftNode): boolean => one.text('waybillPrefix') === undefined;
  const found = new Map<string, string>();
  for (const one of [waybill, ...waybill.nodes('houseWaybills')].filter(isHouse))
    found.set(waybillId(one), one.text('waybillNumber') ?? '');
  for (const { value } of statuses.flatMap(({ houses }) => houses))
    found.set(houseStart(waybillId(waybill)) + idPart(value), value);
  return found;
}
