import { milestoneWords } from '../../src/overviews/milestone-words.js';
import { texts } from '../core/index.js';

export const statementTexts = texts({
  yes: 'yes',
  no: 'no',
  part: 'a separate part',
  codeOf: (list: string) => `A code of the list ${list}`,
  changedHere: 'changed here',
});

const units = {
  KGM: 'kilogram',
  LBR: 'pound',
  TNE: 'tonne',
  GRM: 'gram',
  CMT: 'centimetre',
  MTR: 'metre',
  MTQ: 'cubic metre',
  CEL: 'degree Celsius',
  FAH: 'degree Fahrenheit',
  INH: 'inch',
  FOT: 'foot',
  KMT: 'kilometre',
};

/** Meanings of the trade's codes, by list; `*` for every list. The node's own lists have codes without meanings. */
export const codeMeanings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  MeasurementUnitCode: texts(units),
  WeightUnitCode: texts(units),
  StatusCode: texts({
    ...milestoneWords,
    FOH: 'freight on hand',
    AWR: 'documents arrived',
    CCD: 'cleared by customs',
    RCT: 'received from another carrier',
    TFD: 'transferred to another carrier',
    TRM: 'to be transferred',
    PRE: 'prepared for loading',
    DIS: 'discrepancy',
    FOW: 'freight on wheels',
  }),
};
