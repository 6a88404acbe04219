import type { latencyTexts as english } from '../latency.js';
import { number, plural } from '../../core/index.js';

export const latencyTexts: typeof english = {
  title: 'Dauer der Zustellungen',
  tab: 'Dauer',
  drawing: (name) => `Zustellungen an ${name}: waagrecht das Schreiben, senkrecht die Zeit bis zur Bestätigung`,
  legend:
    'Gefüllt: bestätigt. Ring: wartet. Durchgestrichen: aufgegeben. Ein größeres Zeichen hatte mehr Versuche; eine Zahl sagt, für wie viele Zustellungen ein Zeichen steht. Schraffiert: angehalten. Jede Linie nach oben ist eine längere Zeit.',
  confirmed: (count, duration, attempts) =>
    `${plural(count, 'Zustellung', 'Zustellungen')} bestätigt nach höchstens ${duration}, ${plural(attempts, 'Versuch', 'Versuche')}`,
  waits: (count, duration, attempts) =>
    `${plural(count, 'Zustellung wartet', 'Zustellungen warten')}, bis zu ${duration}, bisher ${plural(attempts, 'Versuch', 'Versuche')}`,
  skipped: (count, duration) => `${plural(count, 'Zustellung', 'Zustellungen')} aufgegeben nach höchstens ${duration}`,
  soon: (share) => `${number(share)} % innerhalb von 5 s`,
  quantiles: (p50, p95) => `p50 ${p50}, p95 ${p95}`,
  waitSince: (count, time) => `${plural(count, 'wartet', 'warten')} seit ${time}`,
  pausedSince: (time) => `angehalten seit ${time}`,
  pausedBy: (agent, time) => `angehalten von ${agent} ${time}`,
  resumedBy: (agent, time) => `fortgesetzt von ${agent} ${time}`,
  stillPaused: 'noch angehalten',
  pauses: (count) => plural(count, 'Pause', 'Pausen'),
  pausedAt: 'Angehalten',
  pausedByHeading: 'Angehalten von',
  queue: 'Warteschlange',
  allQueues: 'alle des Abonnenten',
  reason: 'Grund',
  resumedAt: 'Fortgesetzt',
  resumedByHeading: 'Fortgesetzt von',
  boundedPauses: (count) =>
    `Die Zeichnung hat höchstens die neuesten ${count} Pausen. Wählen Sie eine Zeit, um frühere zu sehen.`,
  written: 'Geschrieben',
  subscriber: 'Abonnent',
  until: 'Bis zur Bestätigung',
  stillWaits: 'wartet noch',
  givenUp: 'aufgegeben',
  attempts: 'Versuche',
  event: 'Benachrichtigung',
  object: 'Objekt',
  rows: (count) => plural(count, 'Zustellung', 'Zustellungen'),
  empty: 'In dieser Zeit wurde nichts zugestellt, und nichts wartet.',
  bounded: (count) => `Die Zeichnung hat die neuesten ${count}. Wählen Sie eine Zeit, um frühere zu sehen.`,
  from: 'Bestätigt von (UTC)',
  to: 'bis (UTC)',
};
