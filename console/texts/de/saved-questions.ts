import type { savedTexts as english } from '../saved-questions.js';

export const savedTexts: typeof english = {
  title: 'Gespeicherte Abfragen',
  hint: 'Jede hat eine Adresse. Von Ihren eigenen kopieren Sie den Link oder speichern sie als Datei.',
  none: 'Es gibt keine gespeicherte Abfrage dieses Namens.',
  fields: 'Angaben',
  kinds: { object: 'Objekt: URI oder Kennung', time: 'Zeit', duration: 'Dauer' },
  notWritable: 'Dies ist keine URI, Zeit oder Dauer für eine Abfrage.',
};
