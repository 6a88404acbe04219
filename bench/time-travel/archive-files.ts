/** Reads an archive from BEAR's `IC` files: one document of N-Triples for each version, numbered, maybe compressed. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { lexicalError } from '../../src/rdf/literals.js';
import { parseTriples } from '../../src/store/oxigraph/ntriples.js';
import { factory } from '../../src/rdf/terms.js';
import { startEngine } from '../../src/store/oxigraph/engine.js';
import type { Archive, Pattern, Statement, VersionChange } from './archive.js';
import { groupsOf } from './groups.js';
import { writeTerm } from './terms.js';

const N_TRIPLES = 'application/n-triples';
const VERSION_FILE = /^\D*(\d+)\.(?:nt|ntriples)(?:\.gz)?$/;
/** The files of the patterns, as BEAR publishes them: `? <property> ?` and `? <property> <value>` in lines. */
const PATTERN_FILES = ['p.txt', 'po.txt'];

export interface ReadArchive {
  readonly archive: Archive;
  /** The number of statements that are left out, since the node would refuse them: wrong literals, and blank nodes. */
  readonly refused: number;
}

/**
 * Reads all versions in a folder.
 *
 * @param hours between two versions.
 * @throws Error if the folder has no versions.
 */
export async function readArchive(folder: string, hours: number): Promise<ReadArchive> {
  const files = (await readdir(folder, { recursive: true }))
    .flatMap((file) => {
      const [, number] = VERSION_FILE.exec(file.split('/').at(-1) ?? '') ?? [];
      return number === undefined ? [] : [{ file: join(folder, file), number: Number(number) }];
    })
    .sort((one, other) => one.number - other.number);
  const reading = new ArchiveReading();
  for (const { file } of files) reading.add(await textOf(file));
  const { first, changes, resources, refused } = reading;
  if (first === undefined) throw new Error(`${folder} has no files of versions (1.nt, 2.nt.gz, …)`);
  const patterns = await readPatterns(folder, [...first, ...changes.flatMap(({ added }) => added)]);
  return { archive: { resources, hours, first, changes, patterns }, refused };
}

const textOf = async (file: string): Promise<string> => {
  const bytes = await readFile(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
};

class ArchiveReading {
  first: readonly Statement[] | undefined;
  readonly changes: VersionChange[] = [];
  refused = 0;
  readonly #numbers = new Map<string, number>();
  readonly #statements = new Map<string, Statement>();
  readonly #engine = startEngine();
  #present = new Set<Statement>();

  get resources(): number {
    return this.#numbers.size;
  }

  /** Adds the next version. */
  add(text: string): void {
    const present = new Set(this.#read(text));
    if (this.first === undefined) this.first = [...present];
    else
      this.changes.push({
        removed: [...this.#present].filter((statement) => !present.has(statement)),
        added: [...present].filter((statement) => !this.#present.has(statement)),
      });
    this.#present = present;
  }

  *#read(text: string): Generator<Statement, void> {
    for (const { subject, predicate, object } of parseTriples(this.#canonical(text))) {
      const isLiteral = object.termType === 'Literal';
      if (
        subject.termType !== 'NamedNode' ||
        (isLiteral ? lexicalError(object.value, object.datatype.value) !== undefined : object.termType !== 'NamedNode')
      ) {
        this.refused += 1;
        continue;
      }
      const value = writeTerm({
        type: isLiteral ? 'literal' : 'uri',
        value: object.value,
        ...(isLiteral &&
          (object.language === '' ? { datatype: object.datatype.value } : { 'xml:lang': object.language })),
      });
      yield this.#statement(subject.value, predicate.value, value);
    }
  }

  /** The engine writes numbers and times in one form, as the node does. */
  #canonical(text: string): string {
    const store = this.#engine.newStore();
    try {
      store.load(text, { format: N_TRIPLES, lenient: true });
      return store.dump({ format: N_TRIPLES, from_graph_name: factory.defaultGraph() });
    } finally {
      store.free();
    }
  }

  #statement(subject: string, property: string, value: string): Statement {
    const resource = this.#numbers.get(subject) ?? this.#numbers.size;
    this.#numbers.set(subject, resource);
    const key = `${String(resource)} ${property} ${value}`;
    const statement = this.#statements.get(key) ?? { resource, property, value };
    this.#statements.set(key, statement);
    return statement;
  }
}

/** The patterns of BEAR's query files; without these, the most frequent properties and values. */
async function readPatterns(folder: string, statements: readonly Statement[]): Promise<readonly Pattern[]> {
  const files = (await readdir(folder, { recursive: true })).filter((file) =>
    PATTERN_FILES.includes(file.split('/').at(-1) ?? ''),
  );
  const found: Pattern[] = [];
  for (const file of files) {
    for (const line of (await textOf(join(folder, file))).split('\n')) {
      const [, property, value] = /^\?\S* <([^>]+)> (.+?)(?: \.)?\s*$/.exec(line) ?? [];
      if (property === undefined || value === undefined) continue;
      found.push(value.startsWith('?') ? { property } : { property, value });
    }
  }
  return found.length > 0 ? found : frequentPatterns(statements);
}

const PROPERTY_PATTERNS = 49;
const VALUE_PATTERNS = 13;

function frequentPatterns(statements: readonly Statement[]): readonly Pattern[] {
  const most = (keyOf: (statement: Statement) => string, count: number): readonly Statement[] =>
    [...groupsOf(statements, keyOf).values()]
      .sort((one, other) => other.length - one.length)
      .slice(0, count)
      .flatMap(([one]) => (one === undefined ? [] : [one]));
  return [
    ...most(({ property }) => property, PROPERTY_PATTERNS).map(({ property }) => ({ property })),
    ...most(({ property, value }) => `${property} ${value}`, VALUE_PATTERNS).map(({ property, value }) => ({
      property,
      value,
    })),
  ];
}
