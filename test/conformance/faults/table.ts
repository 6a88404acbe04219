/** The seeded faults, with the checks that must find them (T31). */
import { areaNames, areaOf, type Row } from '../../../src/conformance/row.js';
import { rows } from '../../../src/conformance/rows/index.js';
import type { ApiVersion } from '../../../src/conformance/versions.js';
import { behaviourFaults } from './behaviour.js';
import { bodyFaults } from './bodies.js';
import { errorFaults } from './errors.js';
import { failingAnswers } from './failing-answers.js';
import { failingBehaviour } from './failing-behaviour.js';
import type { Fault } from './fault.js';
import { notifyingFaults } from './notifying.js';
import { headerFaults, statusFaults } from './statuses-and-headers.js';

export const faults: readonly Fault[] = [
  ...statusFaults,
  ...headerFaults,
  ...errorFaults,
  ...bodyFaults,
  ...behaviourFaults,
  ...notifyingFaults,
];

/** The checks that must fail, by the name of the fault. */
export const failing: Readonly<Record<string, string>> = { ...failingAnswers, ...failingBehaviour };

/** Rows that wait for seconds, judged only where a fault names them. */
export const slow: ReadonlySet<string> = new Set(['deliveries.late', 'deliveries.one-by-one']);

export const versionOf = ({ version = '2.3.0' }: Fault): ApiVersion => version;

/** The rows that a fault is judged by. */
export const judgedBy = (fault: Fault): readonly Row[] =>
  rows.filter(
    (row) =>
      fault.areas.includes(areaOf(row)) &&
      row.versions.includes(versionOf(fault)) &&
      (fault.only?.includes(row.id) ?? !slow.has(row.id)),
  );

/** The ids that must fail: those that are listed, and with `<area>.*` every one of the area but those with a minus. */
export function expectedOf(fault: Fault): string[] {
  const words = (failing[fault.name] ?? '').split(/\s+/).filter((word) => word !== '');
  const areas = areaNames.filter((area) => words.includes(`${area}.*`));
  const not = new Set(words.filter((word) => word.startsWith('-')).map((word) => word.slice(1)));
  return judgedBy(fault)
    .filter((row) => words.includes(row.id) || (areas.includes(areaOf(row)) && !not.has(row.id)))
    .map(({ id }) => id);
}
