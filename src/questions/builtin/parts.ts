/** What the built-in questions have in common: patterns, parameters and words. */
import type { Words } from '../../exports/table.js';
import { type MilestoneCode, milestoneCodes } from '../../model/words/milestone-words.js';
import type { BuiltInQuestion, ColumnKind, QuestionColumn, QuestionParameter } from '../question.js';

export const words = (en: string, de: string): Words => ({ en, de });

export const column = (name: string, kind: ColumnKind, en: string, de: string): QuestionColumn<Words> => ({
  name,
  kind,
  label: words(en, de),
});

/** A column of values with words of their own. */
export const wordColumn = (
  name: string,
  label: Words,
  values: Readonly<Record<string, Words>>,
): QuestionColumn<Words> => ({ name, kind: 'text', label, words: values });

export const parameter = (
  name: string,
  kind: QuestionParameter<Words>['kind'],
  label: Words,
  { required = false, fallback = null }: { readonly required?: boolean; readonly fallback?: string | null } = {},
): QuestionParameter<Words> => ({ name, kind, label, required, default: fallback });

export const period = (label: Words, fallback: string | null = 'P30D'): QuestionParameter<Words> =>
  parameter('period', 'period', label, { fallback, required: fallback !== null });

export const milestone = (name: string, label: Words, fallback: MilestoneCode): QuestionParameter<Words> =>
  parameter(name, 'milestone', label, { required: true, fallback });

/** Holds for a time in the period, and without one. */
export const inPeriod = (time: string): string =>
  `FILTER(COALESCE(?${time} >= ?periodFrom, true) && COALESCE(?${time} < ?periodTo, true))`;

/** Holds for equal terms, and if the parameter is not given. */
export const isGiven = (variable: string, name: string): string => `FILTER(COALESCE(?${variable} = ?${name}, true))`;

/** The end of a code's IRI, also of the lists before code-lists (`coreCodeLists#StatusCode_DEP`). */
const END = '"^.*[#/_]", ""';

/**
 * An event of a thing with one of the milestones of the trade.
 *
 * @param happened whether it has happened (an event that does not say what its time is has), or is planned.
 */
export const eventOf = (
  thing: string,
  code: string,
  at: string,
  happened: boolean,
  codes: readonly MilestoneCode[] = milestoneCodes,
): string => {
  const [event, status, type] = [`?${at}Event`, `?${at}Status`, `?${at}Type`];
  const listed = codes.map((one) => `"${one}"`).join(', ');
  const time = happened
    ? `OPTIONAL { ${event} cargo:eventTimeType ${type} } FILTER(!BOUND(${type}) || STRENDS(STR(${type}), "ACTUAL"))`
    : `${event} cargo:eventTimeType ${type} FILTER(STRENDS(STR(${type}), "PLANNED"))`;
  return `${event} cargo:eventFor ?${thing} ; cargo:eventDate ?${at} ; cargo:eventCode ${status} .
    ${time}
    BIND(REPLACE(STR(${status}), ${END}) AS ?${code}) FILTER(?${code} IN (${listed}))`;
};

/** A shipment, its pieces and its waybill. */
export const partOfShipment = `?shipment a cargo:Shipment .
    ?shipment (cargo:pieces|cargo:shipmentOfPieces|^cargo:ofShipment|cargo:waybill|^cargo:shipment)? ?part .`;

/** What has not each of its members. */
export const question = (
  declared: Omit<BuiltInQuestion, 'chart' | 'mirrored'> & Partial<Pick<BuiltInQuestion, 'chart'>>,
): BuiltInQuestion => ({ chart: null, mirrored: false, ...declared });
