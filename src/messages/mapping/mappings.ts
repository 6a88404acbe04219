/** The tables of the folder `mappings`, read and checked at the start (X3): who changes a row changes no code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Model } from '../../model/model.js';
import type { Namespaces } from '../../rdf/vocabulary.js';
import { type MessageType, messageTypes } from '../report-terms.js';
import { Codes } from './codes.js';
import { MappingError } from './mapping-error.js';
import { ModelNames } from './model-names.js';
import { parseMost, parseRowType, parseStatus, type Row } from './row.js';
import { type Cells, readTable, type TableRow } from './tab-separated.js';
import { parseTarget, type Step, type Target } from './target.js';

export { type MessageType, messageTypes } from '../report-terms.js';

/** The namespace of all elements but the root and its children (X2). */
export const dataModelNamespace = 'iata:datamodel:3';

export interface MessageMapping {
  readonly type: MessageType;
  readonly namespace: string;
  readonly name: string;
  /** The TypeCode of the header: a code, or the table that has it. */
  readonly typeCode: string;
  /** The versions that are known, the last one being the newest. */
  readonly versions: readonly string[];
  /** The root; its children are the rows of the table. */
  readonly root: Row;
}

/** The id of objects that hang at a property (X10). */
export interface IdRule {
  /** `Class#property`, or a class. */
  readonly property: string;
  readonly pattern: string;
}

/** Which lines of customs information are security (X26). */
export interface SecurityLine {
  readonly subject: string;
  readonly contents: readonly string[];
  /** `*` for the line that all others are. */
  readonly steps: readonly Step[];
}

export interface Mappings {
  readonly messages: ReadonlyMap<MessageType, MessageMapping>;
  readonly codes: Codes;
  readonly securityLines: readonly SecurityLine[];
  readonly ids: readonly IdRule[];
  readonly names: ModelNames;
}

/** The shipped tables; the relative path is the same from src/ and from dist/. */
const shipped = fileURLToPath(new URL('../../../mappings', import.meta.url));

/** A table that is being read. */
class Table {
  readonly rows: readonly TableRow[];

  constructor(
    folder: string,
    readonly file: string,
  ) {
    this.rows = readTable(readFileSync(join(folder, file), 'utf8'));
  }

  /** Errors of `read` get the line. */
  at<Result>(line: number, read: () => Result): Result {
    try {
      return read();
    } catch (error) {
      throw error instanceof SyntaxError ? this.error(line, error) : error;
    }
  }

  error(line: number, cause: SyntaxError): MappingError {
    return new MappingError(this.file, line, cause.message, { cause });
  }
}

/**
 * Reads the tables.
 *
 * @param folder by default the shipped one.
 * @throws MappingError for a table that the data model does not fit.
 */
export function loadMappings(model: Model, namespaces: Namespaces, folder = shipped): Mappings {
  const names = new ModelNames(model, namespaces);
  const codesTable = new Table(folder, 'codes.tsv');
  const codes = Codes.read(codesTable.rows, names, (line, cause) => codesTable.error(line, cause));
  const types = new Table(folder, 'messages.tsv');
  const messages = types.rows.map(({ line, cells }): [MessageType, MessageMapping] =>
    types.at(line, () => {
      const type = messageTypes.find((one) => one === cells['type']);
      if (type === undefined) throw new SyntaxError(`"${cells['type'] ?? ''}" is no message that is read`);
      const root = readRows(new Table(folder, `${type.toLowerCase()}.tsv`), cells['root'] ?? '', names, codes);
      return [
        type,
        {
          type,
          namespace: cells['namespace'] ?? '',
          name: cells['name'] ?? '',
          typeCode: cells['type code'] ?? '',
          versions: (cells['versions'] ?? '').split(' '),
          root,
        },
      ];
    }),
  );
  return {
    messages: new Map(messages),
    codes,
    securityLines: readSecurity(folder, names),
    ids: readIds(folder),
    names,
  };
}

/** A row while its children are read. */
type OpenRow = Row & { readonly children: OpenRow[]; readonly attributes: OpenRow[] };

function readRows(table: Table, rootName: string, names: ModelNames, codes: Codes): Row {
  const root = openRow(rootName, 0, { path: rootName, type: 'group' }, names, codes);
  const byPath = new Map([[rootName, root]]);
  for (const { line, cells } of table.rows)
    table.at(line, () => {
      const path = cells['path'] ?? '';
      const above = byPath.get(path.slice(0, path.lastIndexOf('/')));
      if (above === undefined) throw new SyntaxError(`no row above ${path}`);
      const row = openRow(path, line, cells, names, codes);
      if (byPath.has(path)) throw new SyntaxError(`a second row ${path}`);
      byPath.set(path, row);
      (row.name.startsWith('@') ? above.attributes : above.children).push(row);
    });
  return root;
}

function openRow(path: string, line: number, cells: Cells, names: ModelNames, codes: Codes): OpenRow {
  const type = parseRowType(cells['type'] ?? '');
  if (type.kind === 'code') names.list(type.list);
  if (type.kind === 'enum' && !codes.has(type.table)) throw new SyntaxError(`codes.tsv has no ${type.table}`);
  const target = cells['target'] ?? '';
  return {
    path,
    name: path.slice(path.lastIndexOf('/') + 1),
    line,
    isMandatory: cells['mandatory'] === 'M',
    most: parseMost(cells['cardinality'] ?? ''),
    type,
    status: parseStatus(cells['status'] ?? ''),
    target: target === '' ? undefined : checkedTarget(parseTarget(target), names),
    rule: cells['rule'] ?? '',
    derivation: cells['derivation'] ?? '',
    isWritten: cells['written'] !== 'no',
    isInVersion3: cells['in version 3'] !== 'no',
    description: cells['what it is'] ?? '',
    children: [],
    attributes: [],
  };
}

/** @throws SyntaxError for a name that the model lacks. */
function checkedTarget(target: Target, names: ModelNames): Target {
  names.class(target.class);
  for (const { class: type, property, qualifiers } of [...target.steps, ...(target.second ? [target.second] : [])]) {
    names.class(type);
    names.property(property);
    for (const { class: of, property: name, value } of qualifiers) {
      names.class(of);
      names.property(name);
      if (value.kind === 'individual') names.individual(value.name);
      if (value.kind === 'code' && names.code(value.list, value.code) === undefined)
        throw new SyntaxError(`the code list ${value.list} has no ${value.code}`);
    }
  }
  return target;
}

function readSecurity(folder: string, names: ModelNames): SecurityLine[] {
  const table = new Table(folder, 'oci.tsv');
  return table.rows
    .filter(({ cells }) => cells['SubjectCode'] !== '*')
    .map(({ line, cells }) =>
      table.at(line, () => ({
        subject: cells['SubjectCode'] ?? '',
        contents: (cells['ContentCode'] ?? '').split(' '),
        steps: checkedTarget(parseTarget(cells['target'] ?? ''), names).steps,
      })),
    );
}

function readIds(folder: string): IdRule[] {
  return new Table(folder, 'ids.tsv').rows.map(({ cells }) => ({
    property: cells['property'] ?? '',
    pattern: cells['id'] ?? '',
  }));
}
