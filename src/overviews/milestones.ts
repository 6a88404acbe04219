/** What has happened to a shipment: the events of a whole by milestone, in the order of the trade. */
import { instantOf } from '../rdf/literals.js';
import { type Iri, node } from '../rdf/terms.js';
import { type MilestoneCode, milestoneCodes } from '../model/words/milestone-words.js';
import type { FoundEvent } from './object-source.js';
import { ObjectFacts, type StatedPlace } from './object-facts.js';
import type { OverviewTerms } from './overview-terms.js';

/** An event that reports a milestone. */
export interface MilestoneEvent {
  readonly code: MilestoneCode;
  /** In milliseconds; undefined if the event does not say it. */
  readonly at: number | undefined;
  /** Such as ACTUAL or PLANNED; undefined if the event does not say it. */
  readonly timeType: string | undefined;
  readonly location: StatedPlace | undefined;
  readonly by: Iri | undefined;
  readonly recordedAt: Date;
}

/** An event that does not say what its time is has happened. */
export const hasHappened = ({ timeType }: Pick<MilestoneEvent, 'timeType'>): boolean =>
  timeType === undefined || timeType === 'ACTUAL';

const rankOf = (code: MilestoneCode): number => milestoneCodes.indexOf(code);

/** The milestone in an event; undefined for any other status. */
export function milestoneIn({ uri, data, recordedAt }: FoundEvent, terms: OverviewTerms): MilestoneEvent | undefined {
  const facts = new ObjectFacts(data, uri, terms);
  const stated = facts.codes('eventCode');
  const code = milestoneCodes.find((one) => stated.includes(one));
  if (code === undefined) return undefined;
  const time = data.object(node(uri), terms.eventDate);
  const at = time === undefined ? NaN : instantOf(time.value);
  return {
    code,
    at: Number.isFinite(at) ? at : undefined,
    timeType: facts.codes('eventTimeType')[0],
    location: facts.place('eventLocation'),
    by: facts.links('recordingActor', 'recordingOrganization')[0],
    recordedAt,
  };
}

const timeOf = ({ at, recordedAt }: MilestoneEvent): number => at ?? recordedAt.getTime();

/** The last actual one in the order of the milestones, not the one that was recorded last. */
export function lastOf(events: readonly MilestoneEvent[]): MilestoneEvent | undefined {
  let last: MilestoneEvent | undefined;
  for (const event of events) {
    if (!hasHappened(event)) continue;
    const order = last === undefined ? 1 : rankOf(event.code) - rankOf(last.code);
    if (order > 0 || (order === 0 && last !== undefined && timeOf(event) > timeOf(last))) last = event;
  }
  return last;
}

/** Whether events show that a milestone, or a later one, has been reached. */
export const hasReached = (events: readonly MilestoneEvent[], code: MilestoneCode): boolean =>
  events.some((event) => hasHappened(event) && rankOf(event.code) >= rankOf(code));

/** One for each milestone, kind of time and place: the last of each, in the order of the milestones, then of time. */
export function distinctMilestones(events: readonly MilestoneEvent[]): MilestoneEvent[] {
  const found = new Map<string, MilestoneEvent>();
  for (const event of events) {
    const { code, timeType, location } = event;
    const key = `${code} ${timeType ?? ''} ${location?.uri ?? location?.label ?? ''}`;
    const other = found.get(key);
    if (other === undefined || timeOf(event) > timeOf(other)) found.set(key, event);
  }
  return [...found.values()].sort((one, other) => rankOf(one.code) - rankOf(other.code) || timeOf(one) - timeOf(other));
}
