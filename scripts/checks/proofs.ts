/**
 * `npm run check:proofs -- --inclusions=10000 --seed=1`: programs of others verify what this one proves. The Go libraries
 * for transparency logs verify a note, tiles, and proofs of inclusion and consistency; pyoxigraph and rdf-canonize compare
 * statements and their order. One that cannot be installed is skipped, with the reason.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mkdirSync } from 'node:fs';
import { z } from 'zod';
import rdfCanonize from '../../src/bundled/rdf-canonize.js';
import { writeCheckpoint } from '../../src/proofs/format/checkpoint.js';
import { type Hash, sha256, toBase64 } from '../../src/proofs/format/encoding.js';
import { signedNote, writeVkey } from '../../src/proofs/format/note.js';
import { canonicalStatement, sortStatements } from '../../src/proofs/format/statements.js';
import { hashesFromTiles, hashOfTile, type Tile, tilesBetween, writeTilePath } from '../../src/proofs/format/tile.js';
import { consistencyProof, inclusionProof, leafHash, treeRoot } from '../../src/proofs/format/tree.js';
import { factory, iri, namedNode, type Quad } from '../../src/rdf/terms.js';
import { lines, writeTriples } from '../../src/store/oxigraph/ntriples.js';
import { logSigner, NOW, ORIGIN, witness } from '../../test/proofs/format/support.js';
import { Random, seeded } from '../../test/support/random.js';
import { ask, judges, type Verdict } from './judges.js';
import { cacheFolder, check, numberOption, python, run, ToolMissing } from './tools.js';

const SIZE = 70_000;
const GRAPHS = 2_000;
const GRAPH = iri('https://node.example/logistics-objects/1/revisions/1');

const random = new Random(seeded(numberOption('seed', 1)));
const below = (limit: number): number => random.below(limit);

/** A log with its tiles, as a node keeps them. */
class Log {
  readonly entries = Array.from({ length: SIZE }, (_, index) => sha256(`entry ${index}`));
  readonly tiles = new Map<string, Buffer>();

  constructor() {
    for (const tile of tilesBetween(0, SIZE)) this.tiles.set(writeTilePath(tile), Buffer.concat(this.#hashesOf(tile)));
  }

  #hashesOf({ level, index, width }: Tile): Hash[] {
    if (level === 0 || level === 'entries') return this.entries.slice(index * 256, index * 256 + width).map(leafHash);
    return Array.from({ length: width }, (_, at) =>
      hashOfTile(this.#bytes({ level: level - 1, index: index * 256 + at, width: 256 })),
    );
  }

  #bytes(tile: Tile): Buffer {
    const bytes = this.tiles.get(writeTilePath(tile)) ?? this.tiles.get(writeTilePath({ ...tile, width: 256 }));
    if (bytes === undefined) throw new RangeError(`there is no tile ${writeTilePath(tile)}`);
    return bytes;
  }

  /** Proofs of a smaller tree come from the tiles of the whole log. */
  readonly read = hashesFromTiles(SIZE, (tiles) => Promise.resolve(tiles.map((tile) => this.#bytes(tile))));
}

/** What the Go program reads: bytes are base64. */
async function proofsOf(log: Log, inclusions: number, consistencies: number): Promise<string> {
  const text = writeCheckpoint({ origin: ORIGIN, size: SIZE, root: await treeRoot(SIZE, log.read) });
  const rootOf = async (size: number): Promise<string> => toBase64(await treeRoot(size, log.read));
  return JSON.stringify({
    note: signedNote(text, [logSigner.sign(text, NOW), witness.sign(text, NOW)]),
    key: writeVkey(logSigner.key),
    witness: writeVkey(witness.key),
    entries: log.entries.map(toBase64),
    tiles: Object.fromEntries(Array.from(log.tiles, ([path, bytes]) => [path, toBase64(bytes)])),
    inclusions: await Promise.all(
      Array.from({ length: inclusions }, async () => {
        const size = 1 + below(SIZE);
        const index = below(size);
        const leaf = toBase64(leafHash(log.entries[index] ?? new Uint8Array()));
        const proof = (await inclusionProof(index, size, log.read)).map(toBase64);
        return { index, size, leaf, root: await rootOf(size), proof };
      }),
    ),
    consistencies: await Promise.all(
      Array.from({ length: consistencies }, async () => {
        const to = 1 + below(SIZE);
        // Libraries have no proof from a tree without leaves.
        const from = 1 + below(to);
        const proof = (await consistencyProof(from, to, log.read)).map(toBase64);
        return { from, to, fromRoot: await rootOf(from), toRoot: await rootOf(to), proof };
      }),
    ),
  });
}

/** transparency-dev/merkle, and sumdb/note and sumdb/tlog of golang.org/x/mod. */
async function goLibraries(): Promise<Verdict> {
  const folder = fileURLToPath(new URL('go', import.meta.url));
  const program = join(cacheFolder, 'go-proofs');
  mkdirSync(cacheFolder, { recursive: true });
  const built = run('go', ['build', '-C', folder, '-o', program, '.']);
  if (built.status !== 0) throw new ToolMissing(`go build: ${built.stderr.trim().slice(-500)}`);
  const input = await proofsOf(new Log(), numberOption('inclusions', 10_000), numberOption('consistencies', 100));
  const { status, stdout, stderr } = run(program, [], input);
  const found = stdout.trim().split('\n');
  const seen = found.pop() ?? '';
  if (status !== 0 && found.length === 0) throw new Error(`the Go program ended with ${status}: ${stderr}`);
  return { seen, problems: found };
}

const LETTERS = ['a', '"', '\\', '\n', '\r', '\t', '\b', '\f', '\u0000', '\u001F', '\u007F', '\u0085', 'é', '\uFF21'];

/** A graph of statements with texts that are hard to write, or to sort. */
function graph(letters: readonly string[]): Quad[] {
  const text = (): string => Array.from({ length: below(5) }, () => letters[below(letters.length)] ?? '').join('');
  const quads = Array.from({ length: 1 + below(12) }, () => {
    const literal = random.chance(0.5) ? factory.literal(text()) : factory.literal(text(), random.one(['en', 'de-at']));
    return factory.quad(namedNode(`https://node.example/${below(3)}`), namedNode(`n:p${below(3)}`), literal);
  });
  // A graph has each statement once.
  return [...new Map(quads.map((quad) => [writeTriples([quad]), quad])).values()];
}

const linesOf = (statements: readonly Quad[]): string[] =>
  sortStatements(lines(writeTriples(statements)).map((line) => canonicalStatement(line, GRAPH)));

function pyoxigraph(): Verdict {
  const graphs = Array.from({ length: GRAPHS }, () => graph([...LETTERS, '\u{1F600}', '\u{10FFFD}']));
  const asked = graphs.map((all) => ({ ntriples: writeTriples(all), graph: GRAPH, lines: linesOf(all) }));
  const answers = python('statements', [], JSON.stringify(asked), judges).trim().split('\n');
  const problems = answers.flatMap((line, index) =>
    z
      .array(z.string())
      .parse(JSON.parse(line))
      .map((problem) => `graph ${index}: ${problem}`),
  );
  return { seen: `${GRAPHS} graphs are the same statements in the order of code points`, problems };
}

/** Only texts of the Basic Multilingual Plane: the library sorts by UTF-16 units. */
async function canonicalByLibrary(): Promise<Verdict> {
  const problems: string[] = [];
  for (let number = 0; number < GRAPHS; number += 1) {
    const statements = graph(LETTERS);
    const quads = statements.map(({ subject, predicate, object }) =>
      factory.quad(subject, predicate, object, namedNode(GRAPH)),
    );
    const expected = await rdfCanonize.canonize(quads, { algorithm: 'RDFC-1.0' });
    const found = linesOf(statements)
      .map((line) => `${line}\n`)
      .join('');
    if (found !== expected) problems.push(`graph ${number}: ${JSON.stringify(found)}`);
  }
  return { seen: `${GRAPHS} graphs are canonical N-Quads`, problems };
}

await check(async () => {
  const verdicts = [
    await ask('Go', goLibraries),
    await ask('pyoxigraph', pyoxigraph),
    await ask('rdf-canonize', canonicalByLibrary),
  ];
  return !verdicts.includes(false);
});
