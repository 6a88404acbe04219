import type {
  dateTexts as englishDates,
  fieldTexts as englishFields,
  viewTexts as englishViews,
} from '../list-filters.js';

export const fieldTexts: typeof englishFields = {
  at: (host) => `bei ${host}`,
  objectHint: 'Nummer, Name oder Kennung',
  partnerHint: 'Name, Code der Fluggesellschaft oder Server',
};

export const dateTexts: typeof englishDates = {
  anyTime: 'jederzeit',
  periods: { today: 'heute', week: 'diese Woche', month: 'dieser Monat' },
  days: 'von … bis …',
  from: (zone) => `Von (${zone})`,
  to: (zone) => `Bis (${zone})`,
};

export const viewTexts: typeof englishViews = {
  title: 'Gespeicherte Ansichten',
  save: 'Diese Ansicht speichern',
  saveTitle: 'Diese Ansicht speichern',
  saveHint: 'Die Filter und die Reihenfolge dieser Liste, unter einem Namen.',
  name: 'Name',
  whoSees: 'Wer sie sieht',
  own: 'nur ich',
  internal: 'alle dieses Knotens',
  saved: (name) => `Die Ansicht „${name}“ ist gespeichert.`,
  manage: 'Ansichten verwalten',
  manageTitle: 'Gespeicherte Ansichten dieser Liste',
  rename: 'Umbenennen',
  renameTitle: (name) => `„${name}“ umbenennen`,
  remove: 'Löschen',
  removeTitle: (name) => `Die Ansicht „${name}“ löschen?`,
  removeHint: 'Die Liste selbst bleibt, wie sie ist.',
  removed: (name) => `Die Ansicht „${name}“ ist gelöscht.`,
  renamed: (name) => `Die Ansicht heißt jetzt „${name}“.`,
  by: (owner) => `von ${owner}`,
};
