import { germanCodeWords } from '../../../src/model/words/code-words-de.js';
import type { codeMeanings as englishMeanings, statementTexts as english } from '../statements.js';

export const statementTexts: typeof english = {
  yes: 'ja',
  no: 'nein',
  part: 'ein eigener Teil',
  codeOf: (list) => `Ein Code der Liste ${list}`,
  changedHere: 'hier geändert',
};

export const codeMeanings: typeof englishMeanings = {
  ...germanCodeWords,
  WeightUnitCode: germanCodeWords.MeasurementUnitCode,
};
