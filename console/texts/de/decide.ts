import type { decideTexts as english } from '../decide.js';
import { plural } from '../../core/index.js';

export const decideTexts: typeof english = {
  youActAs: 'Sie handeln als',
  from: 'von',
  rejected: 'Abgelehnt',
  acceptOne: 'Diese Anfrage annehmen?',
  acceptMany: (count) => `${plural(count, 'Anfrage', 'Anfragen')} annehmen?`,
  rejectOne: 'Diese Anfrage ablehnen?',
  rejectMany: (count) => `${plural(count, 'Anfrage', 'Anfragen')} ablehnen?`,
  revokeOne: 'Diese Anfrage widerrufen?',
  accept: 'Annehmen',
  acceptAnyway: 'Annehmen und scheitern lassen',
  reject: 'Ablehnen',
  revoke: 'Widerrufen',
  willFail:
    'Der Knoten würde das Ergebnis ablehnen: Die Anfrage wäre endgültig „Fehlgeschlagen“ und das Objekt unverändert.',
  noUndo: 'Eine Entscheidung ist endgültig. Der Verlauf wird nie gelöscht.',
  reason: 'Begründung',
  reasonNeeded: 'Schreiben oder wählen Sie eine Begründung: Der Partner liest sie in der Anfrage.',
  usual: 'Oft gesagt',
  usualOnes: {
    documents: 'Das steht nicht so in den Papieren.',
    outdated: 'Die Daten haben sich inzwischen geändert: Bitte fragen Sie erneut.',
    asking: 'Bitte sagen Sie, warum dies zu ändern ist.',
    agreed: 'Das ist nicht, was wir vereinbart haben.',
  },
  reasonHint: 'Der Partner liest sie in der Anfrage.',
  perProperty: 'Begründungen für einzelne Eigenschaften',
  revokePending: 'Sie wird zurückgezogen und braucht keine Entscheidung.',
  revokeAccepted:
    'Ihre Wirkung endet: Abonnements hören auf, Zugriff wird entzogen, samt allem weitergegebenen Zugriff, der davon abhängt.',
};
