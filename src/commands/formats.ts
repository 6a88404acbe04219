/** The formats of documents that commands read and write; a separate module, so that `--help` loads no command. */
import type { DumpFormat } from '../store/folder/dump.js';

export const dumpFormats: readonly DumpFormat[] = ['nquads', 'trig'];

export const queryFormats = ['table', 'tsv', 'csv', 'json', 'xml', 'ttl', 'nt', 'jsonld', 'rdf', 'nq', 'trig'] as const;
export type QueryFormat = (typeof queryFormats)[number];
