/** Statuses of a shipment (X36 to X43): each is an event. */
import { getOrAdd } from '../../../collections.js';
import { xsd } from '../../../rdf/vocabulary.js';
import type { Step } from '../../mapping/target.js';
import type { Bound } from '../bind.js';
import { DraftNode } from '../draft.js';
import type { GroupRule, MessageReading, Place, StatusReading, ValueRule } from '../message-reading.js';
import { iriTerm, literal } from '../values.js';
import type { Pending } from '../waybill-reading.js';

/** Statuses of a departure; all others are about an arrival, or about neither (X37, X40). */
export const departures: ReadonlySet<string> = new Set(['DEP', 'MAN', 'PRE', 'TFD', 'TRM']);
/** Statuses by which a carrier hands over to another (X41). */
export const handovers: ReadonlySet<string> = new Set(['TFD', 'TRM']);

const dateTime = xsd.dateTime.value;

const DISCREPANCY = 'DIS';
/** Lines of customs information that come as a status. */
const NO_EVENT = 'OCI';

function wait(status: StatusReading, rule: string, pending: Pending): void {
  status.waiting.set(rule, [...(status.waiting.get(rule) ?? []), pending]);
}

/** Codes of statuses, texts and carriers: their places depend on other values of the status. */
export const ofStatus =
  (rule: 'carrier' | 'handling' | 'house'): ValueRule =>
  (_reading, pending, { status }) => {
    if (status !== undefined) wait(status, rule, pending);
    return status !== undefined;
  };

export const statusCode: ValueRule = (_reading, pending, { status, waybill }) => {
  if (status === undefined) waybill.wait('status-code', pending);
  else wait(status, 'discrepancy', pending);
  return true;
};

export const eventPlace: GroupRule = (_reading, bound, { status }) => {
  status?.places.push(bound);
  return status !== undefined;
};

/** Gives each status its code; an element without a consignment is a status by itself (X36). */
export function codeStatuses(reading: MessageReading): void {
  const [waybill] = reading.waybills;
  if (waybill === undefined) return;
  const byElement = new Map<string, StatusReading[]>();
  for (const status of reading.statuses) getOrAdd(byElement, parentOf(status.path), () => []).push(status);
  for (const pending of waybill.waiting('status-code')) {
    const above = parentOf(pending.bound.path);
    const statuses = byElement.get(above) ?? [];
    if (statuses.length === 0) {
      const place: Place = { scope: pending.scope, waybill, line: undefined, packages: undefined, status: undefined };
      const { status } = reading.begin('StatusUpdateEvent', `${above}/status`, place);
      if (status !== undefined) statuses.push(status);
    }
    for (const status of statuses) setCode(reading, status, pending);
  }
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

function setCode({ mappings }: MessageReading, status: StatusReading, { leaf }: Pending): void {
  const code = leaf.value.toUpperCase();
  status.code = code;
  const [discrepancy] = status.waiting.get('discrepancy') ?? [];
  const isDiscrepancy = code === DISCREPANCY;
  const full = isDiscrepancy ? `${DISCREPANCY}_${discrepancy?.leaf.value ?? ''}` : code;
  const value = mappings.names.code('StatusCode', full);
  if (code === NO_EVENT) leaf.taken('derived');
  else if (value !== undefined) {
    status.node.set('eventCode', iriTerm(value), leaf);
    leaf.taken();
    if (isDiscrepancy) discrepancy?.leaf.taken();
    else discrepancy?.leaf.leftOut('no-place');
  } else {
    status.node.set('eventName', literal(code), leaf);
    (isDiscrepancy ? (discrepancy?.leaf ?? leaf) : leaf).leftOut('unknown-code');
    leaf.taken();
  }
}

export function completeStatuses(reading: MessageReading): void {
  for (const status of reading.statuses) {
    setPlaces(reading, status);
    setCarriers(reading, status);
    setHandling(reading, status);
    setDate(reading, status);
    for (const { leaf } of status.waiting.get('house') ?? []) leaf.taken();
    if (status.code === NO_EVENT) withoutEvent(status);
  }
}

/** One place is the event's, the one that fits; the others are the movement's (X40). */
function setPlaces(reading: MessageReading, { node, places, code = '' }: StatusReading): void {
  const isDeparture = (place: Bound): boolean => /^d/i.test(directionOf(place) ?? '');
  const own = places.find((place) => isDeparture(place) === departures.has(code)) ?? places[0];
  for (const place of places) {
    const movement = node.nodes('transportMovementReference')[0];
    const isOwn = place === own;
    const holder = isOwn ? node : movement;
    const property = isOwn ? 'eventLocation' : isDeparture(place) ? 'departureLocation' : 'arrivalLocation';
    for (const { row, leaf } of place.children) {
      if (leaf === undefined || row.rule !== 'X40') continue;
      if (row.type.kind === 'derived') leaf.taken('derived');
      else if (holder === undefined) leaf.leftOut('no-place');
      else {
        const step: Step = { class: holder.type, property, qualifiers: [], key: `${holder.type}#${property}` };
        const location = reading.placing.child(holder, step, 'Location');
        if (row.type.kind === 'location') location.shared ??= `location-${leaf.value}`;
        reading.placing.putAt(location, row.target?.steps.slice(1) ?? [], row, leaf, literal(leaf.value));
      }
    }
  }
}

function directionOf({ children }: Bound): string | undefined {
  return children.find(({ row }) => row.derivation === 'direction')?.leaf?.value;
}

/** Who handed over, who took over, and other carriers (X41). */
function setCarriers(reading: MessageReading, { node, scope, waiting, code = '' }: StatusReading): void {
  const pending = waiting.get('carrier') ?? [];
  const isGiver = ({ bound }: Pending): boolean => bound.row.target?.steps[0]?.property === 'transferredFrom';
  const givers = pending.filter(isGiver);
  const isFirst = givers.some(({ bound }) => bound.row.isWritten)
    ? ({ bound }: Pending) => bound.row.isWritten
    : () => true;
  const party = new DraftNode('Party');
  const role = reading.mappings.names.code('ParticipantIdentifier', 'AIR');
  if (role !== undefined) party.set('partyRole', iriTerm(role));
  const other = new DraftNode('Carrier');
  for (const one of pending) {
    const { bound, leaf } = one;
    const { target } = bound.row;
    const last = target?.steps.at(-1);
    if (target === undefined || last === undefined) continue;
    if (isGiver(one) && !isFirst(one)) reading.placing.set(other, last.property, leaf, literal(leaf.value));
    else if (last.class === 'Carrier' && !isGiver(one) && handovers.has(code)) {
      const step: Step = { class: node.type, property: 'transferredTo', qualifiers: [], key: 'transferredTo' };
      reading.placing.set(reading.placing.child(node, step, 'Carrier'), last.property, leaf, literal(leaf.value));
    } else reading.placing.put(bound.row, leaf, literal(leaf.value), scope);
    for (const attribute of bound.attributes) if (attribute.isOpen) attribute.leftOut('no-place');
  }
  if (other.isEmpty) return;
  party.link('partyDetails', other);
  node.link('involvedParties', party);
}

/** Texts are the name of the event, codes are on the pieces of a whole shipment (X42). */
function setHandling(reading: MessageReading, { node, waybill, waiting }: StatusReading): void {
  const texts: string[] = [];
  for (const { bound, leaf } of waiting.get('handling') ?? []) {
    if (bound.row.type.kind !== 'code') {
      texts.push(leaf.value);
      leaf.taken();
      continue;
    }
    const code = reading.mappings.names.isListed('SpecialHandlingCode', leaf.value)
      ? reading.mappings.names.code('SpecialHandlingCode', leaf.value)
      : undefined;
    const isPartial = node.text('partialEventIndicator') === 'true';
    if (code === undefined) leaf.leftOut('unknown-code');
    else if (isPartial || waybill.pieces.length === 0) leaf.leftOut('no-place');
    else
      for (const piece of waybill.pieces) {
        piece.set('specialHandlingCodes', iriTerm(code), leaf, true);
        leaf.taken();
      }
  }
  const [first] = waiting.get('handling') ?? [];
  if (texts.length === 0 || first === undefined) return;
  const name = node.text('eventName');
  node.remove('eventName');
  node.set('eventName', literal([...(name === undefined ? [] : [name]), ...texts].join('\n')), first.leaf);
}

/** The date of an event without one: when its flight left or came, else when the message was issued (X37). */
function setDate({ findings, header }: MessageReading, { node, path, code = '' }: StatusReading): void {
  if (node.of('eventDate').length > 0 || code === NO_EVENT) return;
  const times = node.nodes('transportMovementReference').flatMap((movement) => movement.nodes('movementTimes'));
  const indicator = departures.has(code) ? '#AD' : '#AA';
  const isFlight = ['DEP', 'MAN', 'PRE', 'ARR', 'RCF', 'AWR'].includes(code);
  const actual = times.find((time) => isFlight && time.text('movementMilestone')?.endsWith(indicator));
  const value = actual?.of('movementTimestamp')[0];
  const date = value?.kind === 'term' && value.term.kind === 'literal' ? value.term.text : header.issued;
  if (date === undefined) return;
  const datatype = value?.kind === 'term' && value.term.kind === 'literal' ? value.term.datatype : dateTime;
  node.set('eventDate', literal(date, datatype));
  findings.note('date-assumed', { path, line: 1, column: 1 }, date);
}

/** What a status without an event says beside its lines has no place (X45). */
function withoutEvent({ leaves }: StatusReading): void {
  for (const leaf of leaves)
    if (leaf.fate === 'mapped' && leaf.row?.target?.class === 'StatusUpdateEvent') leaf.leftOut('no-event');
}
