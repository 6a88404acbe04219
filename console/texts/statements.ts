import { codeWords } from '../../src/model/words/code-words.js';
import { texts } from '../core/index.js';

export const statementTexts = texts('statementTexts', {
  yes: 'yes',
  no: 'no',
  part: 'a separate part',
  codeOf: (list: string) => `A code of the list ${list}`,
  changedHere: 'changed here',
});

/** Meanings of the trade's codes, by list; `*` for every list. The node's own lists have codes without meanings. */
export const codeMeanings: Readonly<Record<string, Readonly<Record<string, string>>>> = texts('codeMeanings', {
  ...codeWords,
  WeightUnitCode: codeWords.MeasurementUnitCode,
});
