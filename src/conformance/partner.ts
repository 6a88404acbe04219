/** A partner alone: its receiver for one's own server (T26), and a sender of recorded notifications (T27). */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { reasonOf, UsageError } from './errors.js';
import { NotificationServer, parseListen } from './receiver.js';
import type { Behaviour, Received } from './world.js';

/** What a partner does with a notification: some answers, or a rule of their number. */
type Rule = (received: Received) => readonly Behaviour[];

const number = (name: string, text: string | undefined): number => {
  const value = Number(text);
  if (text === undefined || text === '' || !Number.isFinite(value) || value < 0)
    throw new UsageError(`--behave: ${name} needs a number`);
  return value;
};

const always =
  (behaviour: Behaviour): Rule =>
  () => [behaviour];

/** Each is answered by an error twice before it is taken. */
const twice: Rule = ({ attempt }) => [attempt <= 2 ? { kind: 'error', status: 503 } : { kind: 'good' }];

const LATE_SECONDS = 9;

const behaviours: Readonly<Record<string, (value: string | undefined) => Rule>> = {
  good: () => always({ kind: 'good' }),
  late: (value) => always({ kind: 'late', seconds: number('late', value) }),
  twice: () => twice,
  error: (value) => {
    const [status, times] = value?.split(':') ?? [];
    const answered: Behaviour = { kind: 'error', status: number('error', status) };
    if (!Number.isInteger(answered.status) || answered.status < 400 || answered.status > 599)
      throw new UsageError('--behave: error needs a status from 400 to 599');
    const count = times === undefined ? Infinity : number('error', times);
    return ({ attempt }) => [attempt <= count ? answered : { kind: 'good' }];
  },
  slow: () => always({ kind: 'late', seconds: LATE_SECONDS }),
  huge: () => always({ kind: 'huge' }),
  redirect: (value) => always({ kind: 'redirect', ...(value !== undefined && { to: value }) }),
  drop: () => always({ kind: 'drop' }),
};

/** @throws UsageError for an unknown name, with those that there are. */
export function parseBehaviours(text: string): Rule {
  const rules = text.split(',').map((each) => {
    const [name = '', ...value] = each.split('=');
    const make = Object.hasOwn(behaviours, name) ? behaviours[name] : undefined;
    if (make === undefined) throw new UsageError(`--behave: ${name} is none of ${Object.keys(behaviours).join(', ')}`);
    return make(value.length === 0 ? undefined : value.join('='));
  });
  return (received) => rules.flatMap((rule) => rule(received));
}

/** The line of a notification (T26). */
export function lineOf(received: Received, time: Date): string {
  const { attempt, id, eventType, object, claims, graph } = received;
  const problems = [
    ...(graph.size === 0 ? ['the body is no JSON-LD with statements'] : []),
    ...(eventType === undefined ? ['no hasEventType'] : []),
    ...(object === undefined ? ['no hasLogisticsObject'] : []),
    ...(claims === undefined ? ['no bearer token that can be read'] : []),
  ];
  const verdict = problems.length === 0 ? 'good' : problems.join('; ');
  return JSON.stringify({ time: time.toISOString(), attempt, id, eventType, object, claims, verdict });
}

/** Listens until the signal. @throws UsageError as `parseListen` and `parseBehaviours`. */
export async function listenAsPartner(
  options: { readonly listen: string; readonly behave: string },
  { write, signal }: { readonly write: (line: string) => void; readonly signal: AbortSignal },
): Promise<void> {
  const usual = parseBehaviours(options.behave);
  const server = await NotificationServer.start({
    listen: parseListen(options.listen, '--listen'),
    usual,
    onReceived: (received) => {
      write(lineOf(received, new Date()));
    },
  });
  try {
    write(JSON.stringify({ time: new Date().toISOString(), listening: server.url }));
    if (!signal.aborted)
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => {
          resolve();
        });
      });
  } finally {
    await server.stop();
  }
}

export interface Sending {
  readonly file: string;
  readonly to: string;
  readonly token: string;
  readonly order: string;
}

/** Recorded notifications: a JSON array, or one a line (also lines whose `body` is the notification). */
function recorded(file: string): unknown[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new UsageError(`--send: ${file} cannot be read: ${reasonOf(cause)}`, { cause });
  }
  try {
    const whole: unknown = JSON.parse(text);
    return Array.isArray(whole) ? whole : [whole];
  } catch {
    try {
      const lines = text.split('\n').filter((line) => line.trim() !== '');
      return lines.map((line): unknown => JSON.parse(line));
    } catch (cause) {
      throw new UsageError(`--send: ${file} holds no JSON`, { cause });
    }
  }
}

const POST_TIMEOUT_MS = 10_000;

/** Posts recorded notifications; one line for each answer. @returns whether all were taken. */
export async function sendAsPartner(
  { file, to, token, order }: Sending,
  write: (line: string) => void,
): Promise<boolean> {
  const all = recorded(file);
  const [kind, value] = order.split('=');
  if (kind !== 'twice' && kind !== 'reversed' && kind !== 'late' && kind !== 'asis')
    throw new UsageError(`--order: ${order} is none of twice, reversed, late=<s>`);
  const seconds = kind === 'late' ? number('late', value) : 0;
  const sent = kind === 'twice' ? all.flatMap((one) => [one, one]) : kind === 'reversed' ? all.toReversed() : all;
  const url = `${to.replace(/(?<!\/)\/+$/, '')}/notifications`;
  let isTaken = true;
  for (const body of sent) {
    if (seconds > 0) await delay(seconds * 1000);
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/ld+json' };
    const signal = AbortSignal.timeout(POST_TIMEOUT_MS);
    try {
      const request = { method: 'POST', redirect: 'manual', headers, signal } as const;
      const response = await fetch(url, { ...request, body: JSON.stringify(body) });
      const answer = (await response.text()).slice(0, 1000);
      write(
        JSON.stringify({ time: new Date().toISOString(), status: response.status, ...(answer !== '' && { answer }) }),
      );
      if (!response.ok) isTaken = false;
    } catch (error) {
      throw new UsageError(`no answer from ${to}: ${reasonOf(error)}`, { cause: error });
    }
  }
  return isTaken;
}
