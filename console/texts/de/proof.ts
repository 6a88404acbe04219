import { number } from '../../core/index.js';
import type { proofTexts as english } from '../proof.js';

export const proofTexts: typeof english = {
  title: 'Nachweis',
  proven: (index: number, size: number, time: string, cosigners: string) =>
    `Nachgewiesen: Eintrag ${number(index)} des Protokolls, geschrieben ${time}, im Prüfpunkt mit ${number(size)} Einträgen, ${
      cosigners === '' ? 'nicht mitgezeichnet' : `mitgezeichnet von ${cosigners}`
    }.`,
  waits: 'Wartet auf den nächsten Prüfpunkt.',
  notInLog: 'Das Protokoll hat keinen Eintrag dazu.',
  unreadable: 'Diese Seite kann den Nachweis nicht lesen, den der Knoten gegeben hat.',
  contentGone: 'Der Inhalt wurde gelöscht oder ersetzt; dass er geschrieben wurde, bleibt nachgewiesen.',
  choose: 'Auswählen, was die Datei zeigt',
  chooseHint:
    'Die Datei zeigt die ausgewählten Eigenschaften, Typen und die Herkunft. Von allen anderen zeigt sie nur, dass es sie gibt.',
  properties: 'Eigenschaften; keine heißt alle',
  download: 'Nachweis herunterladen',
  downloadChosen: (count: number) => `Nachweis mit ${number(count)} der Eigenschaften herunterladen`,
  verify: 'So lässt er sich ohne diesen Knoten prüfen:',
  key: 'Schlüssel des Protokolls',
  keyFrom: 'Den Schlüssel geben der Betreiber oder ein Partner, oder zu anderer Zeit',
};
