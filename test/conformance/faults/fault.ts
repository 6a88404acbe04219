/** What a fault is, and how faults are written (T31). */
import type { Area, Row } from '../../../src/conformance/row.js';
import type { Receiver } from '../../../src/conformance/world.js';
import type { ApiVersion } from '../../../src/conformance/versions.js';
import type { Json } from '../../support/node.js';
import type { Answered, Asked, Passing, Send } from './proxy.js';

/** What faults can use. */
export interface Tools {
  /** The address of the server, as the kit knows it. */
  readonly server: string;
  readonly tokens: Readonly<Record<'holder' | 'partner' | 'stranger', string>>;
  /** Sends a request to the node, past the proxy. */
  readonly send: Send;
  /** Sends a notification to the kit's receiver. */
  readonly tell: (notification: Json) => Promise<Answered>;
}

export interface Fault {
  /** What the server does wrong. */
  readonly name: string;
  /** The areas that are judged: its own, and those that could fail by it. */
  readonly areas: readonly Area[];
  /** Of these areas, these rows alone. */
  readonly only?: readonly Row['id'][];
  /** Notifications do not come: they are not waited for. */
  readonly isSilent?: true;
  /** Notifications come that must not: they are waited for. */
  readonly isLoud?: true;
  /** The newest one without. */
  readonly version?: ApiVersion;
  /** Between the kit and the node. */
  readonly front?: (tools: Tools) => Passing;
  /** What the kit's receiver says instead. */
  readonly receiver?: (receiver: Receiver) => Receiver;
  /** Between the node and the kit's receiver. */
  readonly back?: (tools: Tools) => Passing;
}

/** A fault in the answers of a server. */
export const answering =
  (alter: (answered: Answered, asked: Asked) => Answered): (() => Passing) =>
  () =>
  async (asked, send) =>
    alter(await send(asked), asked);

/** A fault in how a server reads requests. */
export const reading =
  (alter: (asked: Asked) => Asked): (() => Passing) =>
  () =>
  (asked, send) =>
    send(alter(asked));

/** Another status in the place of one. */
export const status = (from: number, to: number, where: (asked: Asked) => boolean = () => true): (() => Passing) =>
  answering((answered, asked) => (answered.status === from && where(asked) ? { ...answered, status: to } : answered));

/** No answer has a header; with `value` another one. */
export const header = (name: string, value?: string): (() => Passing) =>
  answering((answered) => {
    const { [name.toLowerCase()]: had, ...headers } = answered.headers;
    if (had === undefined) return answered;
    return { ...answered, headers: value === undefined ? headers : { ...headers, [name.toLowerCase()]: value } };
  });

/** Alters the JSON of successful answers to GET, or of all answers. */
export const body = (alter: (json: Json, asked: Asked) => Json, whose: 'read' | 'error' = 'read'): (() => Passing) =>
  answering((answered, asked) => {
    const isMeant = whose === 'error' ? answered.status >= 400 : answered.status === 200 || answered.status === 207;
    if (!isMeant || answered.headers['content-type']?.includes('json') !== true || answered.body === '')
      return answered;
    return { ...answered, body: JSON.stringify(alter(JSON.parse(answered.body) as Json, asked)) };
  });

/** Alters each member of JSON, at any depth; undefined takes it away. */
export function members(json: Json, alter: (name: string, value: Json) => Json): Json {
  if (Array.isArray(json)) return json.map((each) => members(each, alter));
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).flatMap(([name, value]) => {
      const altered = alter(name, value);
      return altered === undefined ? [] : [[name, members(altered, alter)]];
    }),
  );
}

/** Bodies lack these members, at any depth. */
export const without = (...names: readonly string[]): (() => Passing) =>
  body((json) => members(json, (name, value) => (names.includes(name) ? undefined : value)));

/** Requests lack these members, at any depth. */
export const unread = (...names: readonly string[]): (() => Passing) =>
  reading((asked) => {
    try {
      const json = members(JSON.parse(asked.body) as Json, (name, value) => (names.includes(name) ? undefined : value));
      return { ...asked, body: JSON.stringify(json) };
    } catch {
      return asked;
    }
  });

/** A request as another caller. */
export const as = (asked: Asked, token: string): Asked => ({
  ...asked,
  headers: { ...asked.headers, authorization: `Bearer ${token}` },
});

export const isObject = ({ path }: Asked): boolean => /^\/logistics-objects\/[^/?]+(\?|$)/.test(path);
export const isRequest = ({ path }: Asked): boolean => /^\/action-requests\/[^/?]+/.test(path);
export const isEvents = ({ path }: Asked): boolean => path.includes('/logistics-events');
