/** What the headers of a partner's answer say. */
import { type ApiVersion, parseApiVersion } from '../../api-versions.js';
import type { OutboundResponse } from '../../outbound/response-collector.js';

type Headers = OutboundResponse['headers'];

/** The first value of a header. */
export function fieldIn(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** A positive number in decimal digits. */
export function numberIn(headers: Headers, name: string): number | undefined {
  const text = fieldIn(headers, name)?.trim() ?? '';
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

export function dateIn(headers: Headers, name: string): Date | undefined {
  const date = new Date(fieldIn(headers, name) ?? NaN);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** The version that the media type names. */
export function versionIn(headers: Headers): ApiVersion | undefined {
  const [, version] = /;\s*version="?([\d.]+)"?/i.exec(fieldIn(headers, 'content-type') ?? '') ?? [];
  return version === undefined ? undefined : parseApiVersion(version);
}
