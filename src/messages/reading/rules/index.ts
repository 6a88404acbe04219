/** The rules beside the rows, by what the tables call them: a type, or a statement. */
import type { Rules } from '../message-reading.js';
import { customsLine } from './customs.js';
import { movementTime, setVehicles, vehicle } from './movements.js';
import * as numbers from './numbers.js';
import { count, makePieces, ofPackage, ofProducts, slac } from './pieces.js';
import { codeStatuses, completeStatuses, eventPlace, ofStatus, statusCode } from './statuses.js';
import { description, joinDescriptions, markPieces, ofAllPieces } from './texts.js';
import { compareDerived, derived } from './totals.js';

export const rules: Rules = {
  values: new Map([
    ['awb', numbers.awb],
    ['location', numbers.location],
    ['count', count],
    ['sum', slac],
    ['absent', numbers.absent],
    ['order', numbers.lineNumber],
    ['percent', numbers.percent],
    ['constant', numbers.constant],
    ['derived', derived],
    ['X19', ofPackage],
    ['X20', ofProducts],
    ['X21', description],
    ['X27', ofAllPieces],
    ['X29', vehicle],
    ['X30', numbers.currency],
    ['X33', numbers.quantity],
    ['X34', numbers.lineNumber],
    ['X36', statusCode],
    ['X38', ofAllPieces],
    ['X41', ofStatus('carrier')],
    ['X42', ofStatus('handling')],
    ['X43', ofStatus('house')],
  ]),
  groups: new Map([
    ['X26', customsLine],
    ['X39', movementTime],
    ['X40', eventPlace],
  ]),
  // Pieces come first: others are about them. What follows from all comes last.
  ends: [
    numbers.numberLines,
    makePieces,
    markPieces,
    joinDescriptions,
    numbers.setCurrencies,
    setVehicles,
    codeStatuses,
    completeStatuses,
    numbers.compareIndicators,
    compareDerived,
  ],
};
