/** Requests of people's browsers for a resource's address, which are led to the console (D67). */
import type { IncomingMessage } from 'node:http';
import { mediaTypes } from './representation/negotiation.js';
import { preferred } from './representation/media-ranges.js';

const offers = {
  ...Object.fromEntries(Object.entries(mediaTypes).map(([name, type]) => [name, { type }])),
  json: { type: 'application/json' },
  page: { type: 'text/html', aliases: ['application/xhtml+xml'] },
} as const;

/** Whether a request is a read without a token by a client that names HTML and prefers it to all forms of data. */
export function asksForPage({ method, headers }: IncomingMessage): boolean {
  const { accept, authorization } = headers;
  if (authorization !== undefined || accept?.includes('html') !== true) return false;
  return (method === 'GET' || method === 'HEAD') && preferred(accept, offers) === 'page';
}
