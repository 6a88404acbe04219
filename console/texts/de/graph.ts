import type { graphTexts as english } from '../graph.js';
import { plural } from '../../core/index.js';

export const graphTexts: typeof english = {
  title: 'Nachbarn',
  drawing: (count) =>
    `${plural(count, 'Objekt', 'Objekte')} und die Verknüpfungen dazwischen. Die Tabelle zeigt dasselbe.`,
  direction: 'Verknüpfungen',
  directions: { both: 'Beide Richtungen', out: 'Verweist auf', in: 'Verwiesen von' },
  depth: 'Schritte',
  depths: { 1: 'Ein Schritt', 2: 'Zwei Schritte' },
  moment: 'Stand (UTC)',
  asOf: 'Stand',
  from: 'Objekt',
  property: 'verweist durch',
  to: 'auf',
  note: 'Nicht gezeigt',
  outside: 'anderer Knoten',
  closed: 'verschlossen',
  missing: 'gibt es nicht',
  closedLong: 'verschlossen: Sie dürfen es nicht lesen, oder es gibt es nicht',
  more: (count) => `${count} weitere`,
  moreOf: (name, count) => `${plural(count, 'weiterer Nachbar', 'weitere Nachbarn')} von ${name}`,
  links: (count) => plural(count, 'Verknüpfung', 'Verknüpfungen'),
  alone: 'Dieses Objekt verweist auf nichts, und kein Objekt, das Sie lesen dürfen, verweist darauf.',
  truncated: 'Auf eines davon wird zu oft verwiesen, um alles zu lesen.',
  legend:
    'Gestrichelt: auf einem anderen Knoten, nicht geholt. Schraffiert: fehlt, oder für Sie verschlossen. „n weitere“: Nachbarn außerhalb der Zeichnung.',
  noThen: 'Das Objekt gab es damals nicht.',
};
