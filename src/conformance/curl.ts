/** A request as a curl command, without its token (T3, T20). */
import type { CallerName, Sent } from './reply.js';

const MAX_BODY = 4000;

const variables: Readonly<Record<Exclude<CallerName, 'anonymous'>, string>> = {
  holder: '$HOLDER',
  partner: '$PARTNER',
  stranger: '$STRANGER',
  token: '$TOKEN',
};

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

export function curl({ caller, method, url, headers, body }: Sent): string {
  const parts = [
    method === 'HEAD' ? 'curl --head' : `curl -X ${method}`,
    /^[\w:/.~%+-]+$/.test(url) ? url : quoted(url),
  ];
  if (caller !== 'anonymous') parts.push(`-H "Authorization: Bearer ${variables[caller]}"`);
  for (const [name, value] of Object.entries(headers)) parts.push('-H', quoted(`${name}: ${value}`));
  if (body !== undefined)
    parts.push('--data-raw', quoted(body.length > MAX_BODY ? `${body.slice(0, MAX_BODY)}…` : body));
  return parts.join(' ');
}
