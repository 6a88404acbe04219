/**
 * The published questions (docs/analytics.md, which are the console's saved questions) on a store of many statements:
 * `npm run bench:questions -- [statements] [--store folder]`, by default a million. The store contains imported copies of
 * the data from `npm run sample`; partners may read the objects of 30 % and of 1 % of them. Prints the time until the
 * first answer, and for each caller the time of the first run of each question and of a repeated one; exits with 1 if one
 * has no answer. A 507 is an answer: the question needs an engine. `--store` keeps the store, or uses the one there.
 */
import { execFileSync } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { savedQuestions } from '../console/parts/sparql/questions.js';
import { freePort } from '../test/support/ports.js';
import { MeasuredNode } from './node.js';
import { grouped, Table } from './table.js';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const SAMPLE = fileURLToPath(new URL('../scripts/sample.ts', import.meta.url));
const { values, positionals } = parseArgs({ options: { store: { type: 'string' } }, allowPositionals: true });
const wanted = Number(positionals[0] ?? 1_000_000);

/** The partners, with the share of the copies that they may read: one of so many. */
const PARTNERS = {
  'handler-of-30': (copy: number) => copy % 10 < 3,
  'handler-of-1': (copy: number) => copy % 100 === 0,
};

const ACL = 'http://www.w3.org/ns/auth/acl#';
const TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';

/** The graphs in each copy; notifications that wait for a partner are copied only once. */
const COPIED =
  /(?:\/head|\/links|\/acl|\/revisions\/\d+|\/provenance|\/logistics-events\/[^/]+|\/action-requests\/[^/]+)> \.$/;

async function* linesOf(file: string): AsyncGenerator<string> {
  yield* createInterface({ input: createReadStream(file), crlfDelay: Infinity });
}

/** The access of partners to an object, at its statement of the latest revision. */
function grantsOf(line: string, copy: number): string[] {
  const object = /^<([^>]*)> <[^>]*hasLatestRevision>/.exec(line)?.[1];
  if (object === undefined) return [];
  return Object.entries(PARTNERS).flatMap(([partner, mayRead]) => {
    if (!mayRead(copy)) return [];
    const list = `${object}/acl`;
    const state = (property: string, value: string): string =>
      `<${list}#${partner}> <${property}> <${value}> <${list}> .`;
    return [
      state(TYPE, `${ACL}Authorization`),
      state(`${ACL}agent`, agentOf(partner)),
      state(`${ACL}mode`, `${ACL}Read`),
    ];
  });
}

/** Writes the dump and its copies, with names of their own. @returns the number of statements. */
async function multiply(file: string, target: string): Promise<number> {
  const lines: string[] = [];
  for await (const line of linesOf(file)) if (line !== '') lines.push(line);
  const copied = lines.filter((line) => COPIED.test(line) && !line.includes('/_data-holder/'));
  const output = createWriteStream(target);
  const write = async (text: string): Promise<void> => {
    if (!output.write(text)) await once(output, 'drain');
  };
  await write(`${lines.join('\n')}\n`);
  let written = lines.length;
  for (let copy = 1; written < wanted; copy += 1, written += copied.length) {
    const renamed = copied.map((line) =>
      line.replace(
        /(\/logistics-objects\/(?!_data-holder)[^/>"#]+|\/logistics-events\/[^/>"]+|\/action-requests\/[^/>"]+|internal:[\w-]+)/g,
        `$1-${copy}`,
      ),
    );
    const granted = renamed.flatMap((line) => grantsOf(line, copy));
    written += granted.length;
    await write(`${[...renamed, ...granted].join('\n')}\n`);
  }
  output.end();
  await once(output, 'finish');
  return written;
}

const folder = mkdtempSync(join(tmpdir(), 'questions-'));
const store = values.store ?? join(folder, 'many');
const port = values.store === undefined ? await freePort() : 18_333;
const base = `http://localhost:${port}`;
const agentOf = (partner: string): string => `${base}/logistics-objects/${partner}`;
const env = { PORT: String(port), BASE_URL: base, SPARQL_TIMEOUT_MS: '30000', LOG_LEVEL: 'error' };
const sample = { ...env, STORE_URL: `file:${join(folder, 'sample')}` };
const many = { ...env, STORE_URL: `file:${store}` };
const run = (settings: NodeJS.ProcessEnv, ...args: string[]): void =>
  void execFileSync(process.execPath, args, {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });

interface Asked {
  readonly seconds: number;
  readonly answer: string;
  readonly isAnswered: boolean;
}

/** Asks until the dataset of the query is filled. @param onWait called for each answer that tells the progress. */
async function ask(query: string, token: string, onWait: (text: string) => void = () => undefined): Promise<Asked> {
  for (;;) {
    const began = performance.now();
    const response = await fetch(`${base}/sparql`, {
      method: 'POST',
      headers: { Authorization: token, 'Content-Type': 'application/sparql-query' },
      body: query.replaceAll('http://localhost:8080', base),
    });
    const text = await response.text();
    const seconds = (performance.now() - began) / 1000;
    if (response.status === 503 && response.headers.has('retry-after')) {
      onWait(text);
      continue;
    }
    const isAnswered = response.ok || response.status === 507;
    const answer = response.ok ? grouped(text.length) : `${response.status} ${text.slice(0, 300)}`;
    return { seconds, answer, isAnswered };
  }
}

/** @returns the number of questions without an answer. */
async function askAll(token: string): Promise<number> {
  let failed = 0;
  const table = new Table(['question', 'first, s', 'again, s', 'answer, bytes']);
  console.log(table.head());
  for (const { slug, query } of savedQuestions) {
    const first = await ask(query, token);
    const again = await ask(query, token);
    failed += Number(!first.isAnswered) + Number(!again.isAnswered);
    console.log(table.row([slug, first.seconds.toFixed(2), again.seconds.toFixed(2), again.answer]));
  }
  return failed;
}

try {
  if (!existsSync(join(store, 'store.mdb'))) {
    run(sample, '--import', 'tsx', SAMPLE);
    run(sample, MAIN, 'export', join(folder, 'sample.nq'));
    await multiply(join(folder, 'sample.nq'), join(folder, 'many.nq'));
    run(many, MAIN, 'import', join(folder, 'many.nq'));
    rmSync(join(folder, 'many.nq'));
  }
  const node = await MeasuredNode.start(many);
  let failed = 0;
  try {
    const began = performance.now();
    const seconds = (): string => ((performance.now() - began) / 1000).toFixed(1);
    const holder = node.headers['Authorization'] ?? '';
    console.log(`started in ${(node.startMs / 1000).toFixed(1)} s`);
    await ask('SELECT * { ?s ?p ?o } LIMIT 1', holder, (text) => {
      console.log(`${seconds()} s: ${/is being filled: [^;]*/.exec(text)?.[0] ?? text}`);
    });
    console.log(`first answer after ${seconds()} s, ${grouped((await node.residentBytes()) / 2 ** 20)} MB\n`);
    for (const partner of ['', ...Object.keys(PARTNERS)]) {
      const token = partner === '' ? holder : `Bearer ${await node.token(agentOf(partner))}`;
      console.log(`\n${partner === '' ? 'data holder' : partner}\n`);
      failed += await askAll(token);
      console.log(`\n${grouped((await node.residentBytes()) / 2 ** 20)} MB`);
    }
  } finally {
    await node.stop();
  }
  if (failed > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
