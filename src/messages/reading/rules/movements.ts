/** Vehicles of movements, and the times of a status's flight (X29, X39). */
import type { DraftNode } from '../draft.js';
import type { GroupRule, MessageReading, ValueRule } from '../message-reading.js';
import { iriTerm } from '../values.js';
import type { WaybillReading } from '../waybill-reading.js';

/** What is said of a vehicle is about the first movement by road, else about the first (X29). */
export const vehicle: ValueRule = (_reading, pending, { waybill }) => {
  waybill.wait('vehicle', pending);
  return true;
};

function movementsOf({ node }: WaybillReading): DraftNode[] {
  return node
    .nodes('referredBookingOption')
    .flatMap((booking) => booking.nodes('activitySequences'))
    .flatMap((sequence) => sequence.nodes('activity'));
}

export function setVehicles({ waybills, values, placing }: MessageReading): void {
  for (const waybill of waybills) {
    const movements = movementsOf(waybill);
    const movement = movements.find((one) => one.text('modeCode')?.endsWith('#ROAD_TRANSPORT')) ?? movements[0];
    for (const { bound, leaf } of waybill.waiting('vehicle')) {
      const steps = bound.row.target?.steps ?? [];
      const term = values.term(bound.row, leaf);
      if (typeof term === 'string') leaf.leftOut(term);
      else if (movement === undefined) leaf.leftOut('no-place');
      else
        placing.putAt(
          movement,
          steps.slice(steps.findIndex(({ property }) => property === 'activity') + 1),
          bound.row,
          leaf,
          term,
        );
    }
  }
}

/** A time whose kind is an element beside it (X39). */
export const movementTime: GroupRule = (reading, bound, place) => {
  const time = bound.children.find(({ row }) => row.type.kind === 'dateTime' && row.rule === 'X39');
  const row = bound.row.children.find(({ type, rule }) => type.kind === 'dateTime' && rule === 'X39');
  const kind = bound.children.find(({ row: other }) => other.type.kind === 'enum' && other.rule === 'X39');
  if (row?.target === undefined) return false;
  const { codes, names } = reading.mappings;
  const type = kind?.leaf === undefined ? undefined : codes.read('TimeType', kind.leaf.value);
  if (kind?.leaf !== undefined && type === undefined) kind.leaf.leftOut('unknown-code');
  const start = reading.placing.from(row.target, place.scope);
  const last = start?.rest.at(-2);
  if (time?.leaf === undefined || type?.kind !== 'iri' || start === undefined || last === undefined) return true;
  const term = reading.values.time(time.leaf);
  const isArrival = last.qualifiers.some(({ value }) => value.kind === 'variable' && value.text.includes('{arrival}'));
  const letter = codes.written('TimeType', type) ?? '';
  const indicator = names.code('MovementIndicator', `${letter}${isArrival ? 'A' : 'D'}`);
  if (term === 'invalid' || indicator === undefined) {
    time.leaf.leftOut('invalid');
    return true;
  }
  const movement = reading.placing.reach(start.node, start.rest.slice(0, -2), last.class);
  const node = reading.placing.made(last, 'MovementTime');
  movement.link(last.property, node);
  node.set('movementMilestone', iriTerm(indicator));
  node.set('movementTimeType', iriTerm(type.iri), kind?.leaf);
  node.set('movementTimestamp', term, time.leaf);
  time.leaf.taken();
  kind?.leaf?.taken();
  return true;
};
