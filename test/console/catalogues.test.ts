/** The catalogues of texts: German beside English (K82), and the words that clerks do not read (K87). */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { build } from 'esbuild';

const folder = fileURLToPath(new URL('../../console/', import.meta.url));
const texts = join(folder, 'texts');

/** In place of the browser's code that the catalogues use. */
const core = `
  export const texts = (name, catalogue) => ({ name, catalogue });
  export const plural = (count, one, other) => count + ' ' + (count === 1 ? one : other);
  export const number = String;
  export const listOf = (items) => [...items].join(', ');
`;

/** A text that only repeats what it is given may give a number back. */
type Text = (...values: readonly unknown[]) => string | number;
type Member = string | Text | { readonly [name: string]: Member };
interface Named {
  readonly name: string;
  readonly catalogue: Member;
}

/** All exports of the files of a folder. */
async function exportsOf(files: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const { outputFiles } = await build({
    stdin: { contents: files.map((file) => `export * from '${file}';`).join('\n'), resolveDir: folder, loader: 'ts' },
    bundle: true,
    format: 'esm',
    write: false,
    logOverride: { 'ambiguous-reexport': 'error' },
    plugins: [
      {
        name: 'core',
        setup: (bundle) => {
          bundle.onResolve({ filter: /core\/index\.js$|^\.\/texts\.js$/ }, () => ({ path: 'core', namespace: 'core' }));
          bundle.onLoad({ filter: /.*/, namespace: 'core' }, () => ({ contents: core }));
        },
      },
    ],
  });
  const source = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  return (await import(`data:text/javascript;base64,${source}`)) as Readonly<Record<string, unknown>>;
}

const filesOf = (path: string): string[] =>
  readdirSync(path).flatMap((file) => (/(?<!\.d)\.ts$/.test(file) ? [join(path, file)] : []));

/** The texts of a catalogue by their keys. A function is called with numbers, which each text has in it. */
function textsOf(member: Member, path: string): [string, string][] {
  if (typeof member === 'string') return [[path, member]];
  if (typeof member === 'function')
    return [1, 2].map((count) => [
      `${path}(${count})`,
      // A text may repeat what it is given.
      String(member(...Array.from({ length: member.length }, () => count))),
    ]);
  return Object.entries(member).flatMap(([name, inner]) => textsOf(inner, `${path}.${name}`));
}

/** Without what code, settings and addresses write, in any language. */
const words = (text: string): string =>
  text.replaceAll(/\/[\w/<>{}?=&…-]+|\b[A-Z]+(?:_[A-Z]+)+(?:=\w+)?\b|\b\w+=\S+|docs\/\S+/g, ' ');

describe('the catalogues of texts', () => {
  let english: readonly Named[];
  let german: Readonly<Record<string, unknown>>;

  before(async () => {
    const found = await exportsOf([...filesOf(texts), join(folder, 'core/shared.ts')]);
    english = Object.values(found) as readonly Named[];
    expect(
      english.map(({ name }) => name),
      'each has the name of its constant',
    ).to.deep.equal(Object.keys(found));
    german = await exportsOf(filesOf(join(texts, 'de')));
  });

  it('K82: have the same texts in German', () => {
    expect(Object.keys(german).sort()).to.deep.equal(english.map(({ name }) => name).sort());
    for (const { name, catalogue } of english)
      expect(
        textsOf(german[name] as Member, name).map(([key]) => key),
        name,
      ).to.have.members(textsOf(catalogue, name).map(([key]) => key));
  });

  it('K82: have no English word in German', () => {
    /** The commonest words of English sentences that are no German words. */
    const common =
      /(?<!\p{L})(?:the|of|and|to|is|are|not|no|with|for|from|by|this|that|it|its|you|your|has|have|may|can|be|was|were|or|all|at|on|as|which|will|would|there|here|does|do|each|one|other|only|than|then|when|where|who|what|why|how|yes|if)(?!\p{L})/iu;
    const found = english.flatMap(({ name }) =>
      textsOf(german[name] as Member, name).flatMap(([key, text]) => {
        // The names of the standard and of products.
        const rest = words(text).replaceAll(/Logistics (?:Object|Event)|ONE[ -]Record|No-break/g, ' ');
        const word = common.exec(rest)?.[0];
        return word === undefined || /^(?:was|am|an|die)$/i.test(word) ? [] : [`${key}: ${word} in "${text}"`];
      }),
    );
    expect(found).to.deep.equal([]);
  });

  it('K82: are different in German where they have words', () => {
    const same = english.flatMap(({ name, catalogue }) => {
      const own = new Map(textsOf(german[name] as Member, name));
      return textsOf(catalogue, name).flatMap(([key, text]) => {
        const isSentence = /\p{L}{3,} \p{L}{2,} \p{L}{2,}/u.test(words(text));
        return isSentence && own.get(key) === text ? [`${key}: ${text}`] : [];
      });
    });
    expect(same).to.deep.equal([]);
  });

  it('K87: have no word of RDF but on Record, Source, SPARQL, Check and Model', () => {
    const allowed = /^(?:sparql|check|model|record|source|proof|saved)/;
    const forbidden = /\b(?:statements?|agents?|datasets?|shapes?|topics?|IRIs?|URIs?|delegations?)\b/i;
    // By what a thing was found: an address is a name, too.
    const names = /^(?:de )?findTexts\.(?:by\.uri|kinds\.agent)$/;
    const found = english.flatMap(({ name, catalogue }) =>
      allowed.test(name)
        ? []
        : [...textsOf(catalogue, name), ...textsOf(german[name] as Member, `de ${name}`)].flatMap(([key, text]) =>
            !names.test(key) &&
            forbidden.test(
              words(text)
                .replaceAll('cargo agent', '')
                .replaceAll(/agent (?:in the log|im Protokoll)/g, ''),
            )
              ? [`${key}: ${text}`]
              : [],
          ),
    );
    expect(found).to.deep.equal([]);
  });
});
