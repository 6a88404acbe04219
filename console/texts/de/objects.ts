import type { objectsTexts as english } from '../objects.js';
import { plural } from '../../core/index.js';

export const objectsTexts: typeof english = {
  title: 'Objekte',
  object: 'Objekt',
  type: 'Art',
  revision: 'Revision',
  modified: 'Geändert',
  modifiedBy: 'Von',
  created: 'Angelegt',
  notes: 'Hinweise',
  pending: (count) => plural(count, 'offene Änderung', 'offene Änderungen'),
  moved: 'umgezogen',
  count: (count) => plural(count, 'Objekt', 'Objekte'),
  begins: 'Kennung beginnt mit',
  changedIn: 'Geändert',
  createdIn: 'Angelegt',
  anyType: 'Jede Art',
  noneHere: 'Es gibt noch keine Objekte. Legen Sie sie an, oder senden Sie sie mit POST /logistics-objects.',
  noneForYou: 'Sie dürfen noch kein Objekt lesen. Zugriff gibt der Dateninhaber für jedes Objekt.',
  noneFound: 'Kein Objekt passt.',
  clear: 'Alle anzeigen',
};
