import type { otherTexts as english } from '../other.js';

export const otherTexts: typeof english = {
  title: 'Adresse eines anderen Servers',
  missing: 'Es ist keine Adresse angegeben.',
  uri: 'Adresse',
  host: 'Server',
  own: 'Für diese Adresse des Knotens hat die Konsole keine Seite.',
  elsewhere:
    'Dies liegt nicht auf diesem Knoten. Objekte hier verweisen vielleicht darauf; wer es lesen darf, entscheidet der Knoten dort.',
  open: 'In neuem Tab öffnen',
};
