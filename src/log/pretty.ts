/** Log lines for a terminal: one line for each entry, with the values on the same line. */
import { z } from 'zod';
import { prettyFactory } from '../bundled/pino-pretty.js';

const requestLine = z.looseObject({
  msg: z.literal('request'),
  level: z.number(),
  time: z.string(),
  method: z.string(),
  url: z.string(),
  status: z.number(),
  ms: z.number(),
  agent: z.string().optional(),
  remoteAddress: z.string().optional(),
  requestId: z.string(),
  reason: z.string().optional(),
});

/** Characters that a terminal would interpret: a caller chooses the URL. */
const CONTROLS = /\p{Cc}/gu;

/** The message of a request's line, made from its values; undefined for any other line. */
function asRequest(line: string): string | undefined {
  const { data } = requestLine.safeParse(JSON.parse(line));
  if (data === undefined) return undefined;
  const { level, time, method, url, status, ms, agent = 'no agent', remoteAddress = '', requestId, reason } = data;
  const msg = `${method} ${url} ${status} ${ms} ms · ${agent} · ${remoteAddress} · ${requestId}${reason === undefined ? '' : ` · ${reason}`}`;
  return JSON.stringify({ level, time, msg: msg.replace(CONTROLS, '�') });
}

/** @returns a function that formats a line of JSON. */
export function prettyLines(): (line: string) => string {
  const prettify = prettyFactory({ ignore: 'pid,hostname', singleLine: true });
  return (line) => prettify(asRequest(line) ?? line);
}
