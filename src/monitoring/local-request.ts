/** Requests from this machine itself, which may see figures without a token. */
import { isIPv4 } from 'node:net';
import type { Request } from 'express';

/** Header fields that a proxy adds to a forwarded request. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/** Whether a request was sent from this machine (by its socket's address), and not by a proxy on it. */
export function isLocal(request: Request): boolean {
  const address = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const loopback = address === '::1' || (isIPv4(address) && address.startsWith('127.'));
  return loopback && FORWARDED.every((name) => request.headers[name] === undefined);
}
