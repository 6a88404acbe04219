import type { homeTexts as english } from '../home.js';
import { plural } from '../../core/index.js';

export const homeTexts: typeof english = {
  title: 'Start',
  partner: 'Die Objekte, die Sie lesen dürfen, und Ihre Anfragen.',
  attention: 'Jetzt',
  watched: 'Beobachtet',
  object: 'Objekt',
  news: 'Neu',
  noNews: 'nichts Neues',
  newsCount: (count) => plural(count, 'Änderung', 'Änderungen'),
  lastChanged: 'Zuletzt geändert',
  drafts: 'Entwürfe',
  draft: 'Entwurf',
  untitled: 'Ohne Titel',
  saved: 'Gespeichert',
  waiting: 'Warten auf eine Entscheidung',
  mine: 'Meine Anfragen',
  all: 'Alle anzeigen',
  nothingWaits: 'Nichts wartet auf eine Entscheidung.',
  nothingAsked: 'Sie haben noch keine Anfragen. Schlagen Sie auf der Seite eines Objekts eine Änderung vor.',
  oldest: (visible, total) => `Die ${visible} ältesten von ${total}.`,
  changed: 'Zuletzt geändert',
  readable: 'Objekte, die ich lesen darf',
  nothingReadable: 'Sie dürfen noch kein Objekt lesen. Zugriff gibt der Dateninhaber für jedes Objekt.',
  nothingHere: 'Es gibt noch keine Objekte. Legen Sie sie an, oder senden Sie sie mit POST /logistics-objects.',
};
