/** The rules of writing beside the rows, by what the tables call them: a type, or a statement. */
import type { WritingRules } from '../message-writing.js';
import { compareTexts } from '../order.js';
import * as charges from './charges.js';
import { customsLines } from './customs.js';
import { count, description, ofAllPieces, ofPackage, ofProducts, packagesOf, slac, within } from './lines.js';
import { movementTime, vehicle } from './movements.js';
import * as statuses from './statuses.js';
import * as values from './values.js';

export const writingRules: WritingRules = {
  first: statuses.ofWaybill,
  values: new Map([
    ['awb', values.awb],
    ['count', count],
    ['sum', slac],
    ['absent', values.absent],
    ['order', values.order],
    ['percent', values.percent],
    ['constant', values.constant],
    ['derived', charges.derived],
    ['X19', ofPackage],
    ['X20', ofProducts],
    ['X21', description],
    ['X24', charges.ofPayment],
    ['X27', ofAllPieces],
    ['X29', vehicle],
    ['X36', statuses.code],
    ['X41', statuses.carrier],
    ['X43', statuses.houseNumber],
  ]),
  groups: [
    statuses.statuses,
    statuses.houses,
    statuses.ulds,
    customsLines,
    movementTime,
    statuses.places,
    charges.ofPayments,
  ],
  nodes: new Map([
    ['LineItemPackage', packagesOf],
    [
      'Waybill',
      (_writing, founds) =>
        founds.toSorted((one, other) =>
          compareTexts(one.node.text('waybillNumber') ?? '', other.node.text('waybillNumber') ?? ''),
        ),
    ],
  ]),
  within,
};
