/**
 * `npm run check:messages`: programs of others look at Cargo-XML messages and at what a node makes of them. A message of
 * each type, with a value of every row of its table, is sent to a node; all its objects and events are judged by the
 * node's shapes, and read in each syntax. Nobody publishes the schemas of the messages: xmllint only parses them.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageTypes } from '../../src/messages/mapping/mappings.js';
import { fullValues } from '../../test/messages/generated.js';
import { send, xml } from '../../test/messages/node.js';
import { TestContext } from '../../test/support/world.js';
import { ask, rdfLib, type Verdict } from './judges.js';
import { endings, read, type Resource } from './linked-data-answers.js';
import { publishedFiles, verdicts } from './published.js';
import { check, jena, jenaCommand, python, run } from './tools.js';

const syntaxes: Readonly<Record<string, string>> = {
  turtle: 'text/turtle',
  ntriples: 'application/n-triples',
  jsonld: 'application/ld+json',
};

/** A message, and the addresses of what it has made. */
interface Sent {
  readonly type: string;
  readonly made: readonly string[];
}

/** Each document is well-formed for another parser, which reads the number of its waybill where it is. */
function xmllint(files: readonly string[]): Verdict {
  const { stderr } = run('xmllint', ['--noout', ...files]);
  return {
    seen: `${files.length} messages are well-formed`,
    problems: stderr.split('\n').filter((line) => line !== ''),
  };
}

function conformance(sent: readonly Sent[], graphs: readonly string[], judge: (input: string) => string): Verdict {
  const found = verdicts(judge(JSON.stringify(graphs.map((data) => ({ data })))));
  const problems = found.flatMap(({ conforms, problems: text }, index) =>
    conforms ? [] : [`${sent[index]?.type ?? ''}: ${text}`],
  );
  return { seen: `what ${found.length} messages have made conforms to the shapes`, problems };
}

function riot(files: readonly string[]): Verdict {
  const { stdout, stderr } = jenaCommand('riotcmd.riot', ['--validate', ...files]);
  const problems = (stdout + stderr).split('\n').filter((line) => /\b(ERROR|WARN|FATAL)\b|Exception/.test(line));
  return { seen: `${files.length} documents are valid`, problems };
}

await check(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'messages-'));
  const world = await TestContext.start();
  try {
    const sent: Sent[] = [];
    const files: string[] = [];
    for (const type of messageTypes) {
      const values = await fullValues(type);
      const file = join(folder, `${type}.xml`);
      await writeFile(file, await xml(type, values));
      files.push(file);
      const { created, events } = await send(world.holder, type, values);
      sent.push({ type, made: [...created.map(({ object }) => object), ...events].map((uri) => world.path(uri)) });
    }
    const resources: Resource[] = [];
    const graphs: string[] = [];
    const documents: string[] = [];
    for (const { made } of sent) {
      const statements: string[] = [];
      for (const path of made) {
        // A revision has a graph in each syntax; an event has its own address.
        const address = path.includes('/logistics-events/') ? path : `${path}/revisions/1`;
        const texts: Record<string, string> = {};
        for (const [syntax, accept] of Object.entries(syntaxes)) {
          const text = await read(world.holder, address, accept);
          const file = join(folder, `${documents.length}.${endings[syntax] ?? ''}`);
          await writeFile(file, text);
          documents.push(file);
          texts[syntax] = text;
        }
        statements.push((texts['ntriples'] ?? '').replaceAll('_:', `_:r${resources.length}x`));
        resources.push({ path, texts });
      }
      graphs.push(statements.join(''));
    }
    const shapes = await publishedFiles((address) => read(world.holder, address, 'application/n-triples'));
    const fine = [
      await ask('xmllint', () => xmllint(files)),
      await ask('Apache Jena 5.2, SHACL', () => conformance(sent, graphs, (input) => jena('shapes', shapes, input))),
      await ask('pyshacl 0.40', () => conformance(sent, graphs, (input) => python('shapes', shapes, input))),
      await ask('RDFLib 7.6', () => rdfLib(resources)),
      await ask('Apache Jena 5.6, riot', () => riot(documents)),
    ];
    return fine.every(Boolean);
  } finally {
    await world.stop();
    await rm(folder, { recursive: true });
  }
});
