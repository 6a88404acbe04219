/** Vehicles of movements, and the times of a status's flight (X29, X39). */
import type { Steps } from '../../../async/turns.js';
import type { Row } from '../../mapping/row.js';
import { parseTarget } from '../../mapping/target.js';
import type { XmlNode } from '../../xml/xml-writer.js';
import type { GroupRule, ValueRule } from '../message-writing.js';
import { inOrder } from '../order.js';
import { terms } from '../walk.js';

const sequences = parseTarget('Waybill#referredBookingOption > Booking#activitySequences').steps;
const activity = parseTarget('ActivitySequence#activity').steps;

/** A vehicle is that of the first movement by road, else of the first (X29). */
export const vehicle: ValueRule = (writing, row, { scope }) => {
  const { walk, gathered } = writing;
  const { steps = [] } = row.target ?? {};
  const start = row.target === undefined ? undefined : walk.from(row.target, scope);
  if (start === undefined) return [];
  const { founds } = inOrder(walk.follow([start.found], sequences), gathered);
  const movements = founds.flatMap((found) => walk.follow([found], activity));
  const movement = movements.find(({ node }) => node.text('modeCode')?.endsWith('#ROAD_TRANSPORT')) ?? movements[0];
  if (movement === undefined) return [];
  return writing.candidatesAt(row, [movement], steps.slice(sequences.length + activity.length));
};

/** The kind of a time that a status has if there are several. */
const kinds = ['ACTUAL', 'ESTIMATED', 'SCHEDULED'];

/** A time of the movement with its kind (X39). A scheduled one has an element of its own where the table has one. */
export const movementTime: GroupRule = function* (writing, row, place, depth): Steps<readonly XmlNode[] | undefined> {
  const { walk, mappings, texts, carriage } = writing;
  const timeRow = row.children.find(({ type, rule }) => type.kind === 'dateTime' && rule === 'X39');
  const kindRow = row.children.find(({ type, rule }) => type.kind === 'enum' && rule === 'X39');
  const start = timeRow?.target === undefined ? undefined : walk.from(timeRow.target, place.scope);
  const last = start?.rest.at(-2);
  if (timeRow === undefined || kindRow === undefined || start === undefined || last === undefined) return undefined;
  yield;
  const isArrival = last.qualifiers.some(({ value }) => value.kind === 'variable' && value.text.includes('{arrival}'));
  const found = walk.follow([start.found], start.rest.slice(0, -1)).flatMap((one) => {
    const [milestone] = terms(one.node, 'movementMilestone');
    const [kind] = terms(one.node, 'movementTimeType');
    const [time] = terms(one.node, 'movementTimestamp');
    if (milestone === undefined || kind?.term.kind !== 'iri' || time === undefined) return [];
    const letter = mappings.codes.written('TimeType', { kind: 'iri', iri: kind.term.iri });
    const indicator = mappings.names.code('MovementIndicator', `${letter ?? ''}${isArrival ? 'A' : 'D'}`);
    const text = texts.of(timeRow, time.term)?.text;
    const isOfThis = milestone.term.kind === 'iri' && milestone.term.iri === indicator;
    if (
      letter === undefined ||
      text === undefined ||
      !isOfThis ||
      isScheduledElsewhere(row, writing, letter, isArrival)
    )
      return [];
    const rank = kinds.findIndex((name) => kind.term.kind === 'iri' && kind.term.iri.endsWith(`#${name}`));
    return [{ letter, text, rank, values: [...one.trail, milestone, kind, time] }];
  });
  const [first, ...others] = found.toSorted((one, other) => one.rank - other.rank);
  for (const { values } of others) carriage.leaveOut(values, 'too-many');
  if (first === undefined) return [];
  carriage.carry(first.values);
  const children = row.children.flatMap(({ name }) =>
    name === timeRow.name
      ? [writing.leaf(name, first.text)]
      : name === kindRow.name
        ? [writing.leaf(name, first.letter)]
        : [],
  );
  return [writing.branch(row, children, depth)];
};

/** Whether the rows beside have an element for the scheduled time. */
function isScheduledElsewhere(
  row: Row,
  { mapping }: Parameters<GroupRule>[0],
  letter: string,
  isArrival: boolean,
): boolean {
  if (letter !== 'S') return false;
  const above = row.path.slice(0, row.path.lastIndexOf('/'));
  const search = (rows: readonly Row[]): boolean =>
    rows.some(
      (one) =>
        (one.path.startsWith(`${above}/`) &&
          one.target?.steps.some(({ qualifiers }) =>
            qualifiers.some(({ value }) => value.kind === 'code' && value.code === `S${isArrival ? 'A' : 'D'}`),
          ) === true) ||
        search(one.children),
    );
  return search(mapping.root.children);
}
