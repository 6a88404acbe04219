/** Tables as files: their formats, and their answers over HTTP (K72). */
import { preferred } from '../http/representation/media-ranges.js';
import { invalidQuery, type QueryParameters } from '../http/query-parameters.js';
import { ServiceError } from '../errors.js';
import type { ContentStream, RequestContext } from '../http/request-context.js';
import { csvChunks } from './csv.js';
import { fileLanguageOf, languageTag, wordLanguageOf } from './languages.js';
import type { Table } from './table.js';
import { xlsxChunks } from './xlsx.js';
import { UTC, zoneNamed } from './zones.js';

export const fileTypes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
export type FileFormat = keyof typeof fileTypes;

const JSON_TYPE = 'application/json';
const offers = { json: { type: JSON_TYPE }, csv: { type: fileTypes.csv }, xlsx: { type: fileTypes.xlsx } } as const;

/** The most rows of a file. */
export const MAX_ROWS = 10_000;

/** @throws ServiceError `not-acceptable` */
export function answerFormat(accept: string | undefined): 'json' | FileFormat {
  const format = preferred(accept, offers);
  if (format !== undefined) return format;
  const types = Object.values(offers).map(({ type }) => type);
  throw new ServiceError(
    'not-acceptable',
    `none of the media types in Accept is supported; available: ${types.join(', ')}`,
  );
}

/** The rows that a file is to have. @throws ServiceError `invalid-query` */
export function rowsOfFile(query: QueryParameters): number {
  const limit = query.integer('limit', MAX_ROWS);
  if (limit <= MAX_ROWS) return limit;
  throw invalidQuery('limit', `must be at most ${MAX_ROWS}`);
}

/** The zone that its times are in. @throws ServiceError `invalid-query` */
export function zoneOfFile(query: QueryParameters): string {
  const name = query.text('zone');
  const zone = name === undefined ? UTC : zoneNamed(name);
  if (zone !== undefined) return zone;
  throw invalidQuery('zone', 'must be a time zone of IANA, such as Europe/Berlin');
}

/** A table as a file. */
export function fileOf(
  table: Table,
  format: FileFormat,
  context: Pick<RequestContext, 'header' | 'query' | 'caller'>,
): ContentStream {
  const accepted = context.header('accept-language');
  const zone = zoneOfFile(context.query);
  const language = fileLanguageOf(accepted);
  const { agent } = context.caller;
  return {
    kind: 'content-stream',
    chunks: (at) =>
      format === 'csv'
        ? csvChunks(table, { language, zone })
        : xlsxChunks(table, { zone, language: wordLanguageOf(accepted), agent, at }),
    contentType: format === 'csv' ? `${fileTypes.csv}; charset=utf-8; header=present` : fileTypes.xlsx,
    language: languageTag(format === 'csv' ? language : wordLanguageOf(accepted)),
    file: format,
    headers: {
      'Content-Disposition': `attachment; filename="${table.fileName}.${format}"`,
      ...(table.isTruncated && { Truncated: 'true' }),
    },
  };
}
