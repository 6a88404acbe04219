/** Statuses of a shipment: each is one of its events (X36 to X43, X80). */
import type { Steps } from '../../../async/turns.js';
import type { Row } from '../../mapping/row.js';
import type { Step } from '../../mapping/target.js';
import type { DraftNode } from '../../reading/draft.js';
import { departures, handovers } from '../../reading/rules/statuses.js';
import type { XmlNode } from '../../xml/xml-writer.js';
import type { GroupRule, MessageWriting, ValueRule } from '../message-writing.js';
import { inOrder } from '../order.js';
import { type Found, terms } from '../walk.js';

const EVENT = 'StatusUpdateEvent';
const ULD = 'ULD';
const DISCREPANCY = 'DIS';
/** A discrepancy has its code in that of the status. */
const DISCREPANCIES = /^DIS_(.+)$/;

/** The code of an event, as the list has it. */
function statusCodeOf(event: DraftNode, { mappings: { names } }: MessageWriting): string | undefined {
  return terms(event, 'eventCode')
    .map(({ term }) => (term.kind === 'iri' ? names.listedCode(term.iri) : undefined))
    .find((code) => code !== undefined && names.code('StatusCode', code) !== undefined);
}

/** The ULDs of the waybill, with their conditions; the last status has them (X16, X43). */
export const ulds: GroupRule = function* (writing, row, place, depth): Steps<readonly XmlNode[] | undefined> {
  if (row.target?.class !== ULD || row.target.steps.length > 0) return undefined;
  const written: XmlNode[] = [];
  if (place.status?.isLast !== true) return written;
  const founds = writing.gathered.others.map((node) => ({ node, trail: [] }));
  for (const found of inOrder(founds, writing.gathered).founds) {
    const scope = { class: ULD, steps: [], found, above: place.scope };
    const element = yield* writing.element(row, { ...place, scope }, depth);
    if (element !== undefined) written.push(element);
  }
  return written;
};

/** An element for each event: the rows in it are about the event. */
export const statuses: GroupRule = function* (writing, row, place, depth): Steps<readonly XmlNode[] | undefined> {
  const isStatus = (one: Row): boolean => one.target?.class === EVENT && one.target.steps.length === 0;
  // The event's own element, in that of the status.
  if (isStatus(row)) {
    const element = yield* writing.element(row, place, depth);
    return element === undefined ? [] : [element];
  }
  if (!row.children.some(isStatus)) return undefined;
  const written: XmlNode[] = [];
  const events = coded(writing);
  for (const [index, { code, node, houses }] of events.entries()) {
    const found: Found = { node, trail: [] };
    const scope = { class: EVENT, steps: [], found, above: place.scope };
    const status = { code, isLast: index === events.length - 1, houses };
    const element = yield* writing.element(row, { ...place, scope, status, position: index }, depth);
    if (element !== undefined) written.push(element);
  }
  return written;
};

interface CodedEvent {
  readonly code: string;
  readonly node: DraftNode;
  readonly houses: readonly string[];
}

function coded(writing: MessageWriting): CodedEvent[] {
  return writing.gathered.events.flatMap((event) => {
    const code = statusCodeOf(event.node, writing);
    return code === undefined ? [] : [{ ...event, code }];
  });
}

/** An element for each house that a status is about (X43). */
export const houses: GroupRule = function* (writing, row, place, depth): Steps<readonly XmlNode[] | undefined> {
  const { status } = place;
  if (status === undefined || !row.children.some(({ children }) => children.some(isHouseNumber))) return undefined;
  const written: XmlNode[] = [];
  for (const house of status.houses) {
    const element = yield* writing.element(row, { ...place, house }, depth);
    if (element !== undefined) written.push(element);
  }
  return written;
};

const isHouseNumber = ({ rule }: Row): boolean => rule === 'X43';

/** The number of such a house: it is in no statement of the event. */
export const houseNumber: ValueRule = (_writing, _row, { house }) =>
  house === undefined ? [] : [{ text: house, attributes: [], values: [], isContent: true }];

/** The pieces of the last status; without a number those of the shipment (X38). */
export function piecesOfStatuses(writing: MessageWriting, waybill: DraftNode): string | undefined {
  const [shipment] = waybill.nodes('shipment');
  const pieces = shipment?.of('pieces').length ?? 0;
  return textsOf(writing, 'recordedPieceCount').at(-1) ?? (pieces === 0 ? undefined : String(pieces));
}

/** Whether any status is about a part. */
export function splitOfStatuses(writing: MessageWriting): string | undefined {
  const parts = textsOf(writing, 'partialEventIndicator');
  const value = { kind: 'boolean' as const, value: parts.includes('true') };
  return parts.length === 0 ? undefined : writing.mappings.codes.written('TransportSplitDescription', value);
}

const textsOf = (writing: MessageWriting, property: string): string[] =>
  coded(writing).flatMap(({ node }) => node.text(property) ?? []);

/** The code of a status, and that of a discrepancy (X36). */
export const code: ValueRule = (_writing, row, { scope, status }) => {
  if (status === undefined) return [];
  const values = terms(scope.found.node, 'eventCode');
  const [, discrepancy] = DISCREPANCIES.exec(status.code) ?? [];
  const text = row.derivation === 'discrepancy' ? discrepancy : discrepancy === undefined ? status.code : DISCREPANCY;
  return text === undefined ? [] : [{ text, attributes: [], values, isContent: true }];
};

/** What a status says of its waybill: the last one says it. */
export const ofWaybill: ValueRule = (_writing, row, { status, scope }) => {
  if (status === undefined || row.target?.class !== 'Waybill' || isHouseNumber(row)) return undefined;
  const isOfPart = row.rule === 'X42' && scope.found.node.text('partialEventIndicator') === 'true';
  return status.isLast && !isOfPart ? undefined : [];
};

/** Who took over, of a status of a handover; else the carrier among the parties (X41). */
export const carrier: ValueRule = (writing, row, place) => {
  const { status, scope } = place;
  const last = row.target?.steps.at(-1);
  const isParty = row.target?.steps[0]?.property === 'involvedParties' && last?.class === 'Carrier';
  if (status === undefined || last === undefined || !isParty || !handovers.has(status.code)) return undefined;
  const step: Step = { class: EVENT, property: 'transferredTo', qualifiers: [], key: 'transferredTo' };
  return writing.candidatesAt(row, [scope.found], [step, last]);
};

/** The place of the event, then those of its movement (X40). */
export const places: GroupRule = function* (writing, row, place, depth): Steps<readonly XmlNode[] | undefined> {
  const { status, scope } = place;
  if (status === undefined || !row.children.some(({ rule }) => rule === 'X40')) return undefined;
  yield;
  const event = scope.found;
  const isDeparture = departures.has(status.code);
  const at = (from: readonly Found[], property: string): readonly Found[] =>
    writing.walk.follow(from, [{ class: '', property, qualifiers: [], key: property }]);
  const [own] = at([event], 'eventLocation');
  // Without a place of its own, the first place that a reader finds would be the event's.
  if (own === undefined) return [];
  const movements = at([event], 'transportMovementReference');
  const others = [
    ...at(movements, 'departureLocation').map((found) => ({ found, isDeparture: true })),
    ...at(movements, 'arrivalLocation').map((found) => ({ found, isDeparture: false })),
  ].filter(({ found, ...other }) => {
    const isSame = found.node === own.node && other.isDeparture === isDeparture;
    if (isSame) writing.carriage.carry(found.trail);
    return !isSame;
  });
  return [{ found: own, isDeparture }, ...others].flatMap(({ found, ...one }) => {
    const children: XmlNode[] = [];
    let hasValue = false;
    for (const child of row.children) {
      if (child.type.kind === 'derived')
        children.push(writing.leaf(child.name, one.isDeparture ? 'Departure' : 'Arrival'));
      if (child.rule !== 'X40' || child.type.kind === 'derived' || child.target === undefined) continue;
      const [candidate] = writing.candidatesAt(child, [found], child.target.steps.slice(1));
      if (candidate === undefined) {
        if (child.isMandatory) writing.carriage.missing.add(`/${child.path}`);
        continue;
      }
      hasValue = true;
      writing.carriage.carry(candidate.values);
      children.push(writing.leaf(child.name, candidate.text));
    }
    return hasValue ? [writing.branch(row, children, depth)] : [];
  });
};
