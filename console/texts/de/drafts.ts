import type { draftsTexts as english } from '../drafts.js';

export const draftsTexts: typeof english = {
  title: 'Entwürfe und Vorlagen',
  drafts: 'Entwürfe',
  templates: 'Vorlagen',
  none: 'Noch kein Entwurf und keine Vorlage.',
  noneHint:
    'Was Sie unter Neu beginnen, wird hier von selbst gespeichert. Ein Formular lässt sich als Vorlage speichern, um damit neu zu beginnen.',
  truncated: 'Es gibt mehr Vorlagen von anderen, als hier stehen.',
  name: 'Titel',
  untitled: 'ohne Titel',
  form: 'Für',
  changed: 'Letzte Änderung',
  owner: 'Von wem',
  own: 'von Ihnen',
  shared: 'von Ihnen, für alle im Haus',
  acts: 'Aktionen',
  remove: 'Löschen',
  removeTitle: (name) => `„${name}“ löschen?`,
  removeHint: 'Was eingegeben wurde, ist dann weg.',
  removed: (name) => `„${name}“ ist gelöscht.`,
};
