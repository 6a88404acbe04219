/**
 * The published questions (docs/analytics.md, which are the console's saved questions) on a store of many statements:
 * `npm run bench:questions -- [statements]`, by default a million. The store contains imported copies of the data from
 * `npm run sample`. Prints the time of the first run of each question and of a repeated one; exits with 1 if one has no
 * answer.
 */
import { execFileSync } from 'node:child_process';
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { savedQuestions } from '../console/parts/sparql/questions.js';
import { freePort } from '../test/support/ports.js';
import { MeasuredNode } from './node.js';
import { grouped, Table } from './table.js';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const SAMPLE = fileURLToPath(new URL('../scripts/sample.ts', import.meta.url));
const wanted = Number(process.argv[2] ?? 1_000_000);

/** The graphs in each copy; notifications that wait for a partner are copied only once. */
const COPIED =
  /(?:\/head|\/links|\/acl|\/revisions\/\d+|\/provenance|\/logistics-events\/[^/]+|\/action-requests\/[^/]+)> \.$/;

async function* linesOf(file: string): AsyncGenerator<string> {
  yield* createInterface({ input: createReadStream(file), crlfDelay: Infinity });
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
    await write(`${renamed.join('\n')}\n`);
  }
  output.end();
  await once(output, 'finish');
  return written;
}

const folder = mkdtempSync(join(tmpdir(), 'questions-'));
const port = await freePort();
const base = `http://localhost:${port}`;
const env = { PORT: String(port), BASE_URL: base, SPARQL_TIMEOUT_MS: '30000', LOG_LEVEL: 'error' };
const sample = { ...env, STORE_URL: `file:${join(folder, 'sample')}` };
const many = { ...env, STORE_URL: `file:${join(folder, 'many')}` };
const run = (settings: NodeJS.ProcessEnv, ...args: string[]): void =>
  void execFileSync(process.execPath, args, {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });

try {
  run(sample, '--import', 'tsx', SAMPLE);
  run(sample, MAIN, 'export', join(folder, 'sample.nq'));
  const statements = await multiply(join(folder, 'sample.nq'), join(folder, 'many.nq'));
  run(many, MAIN, 'import', join(folder, 'many.nq'));
  const node = await MeasuredNode.start(many);
  let failed = 0;
  try {
    console.log(`${grouped(statements)} statements\n`);
    const table = new Table(['question', 'first, s', 'again, s', 'answer, bytes']);
    console.log(table.head());
    for (const { slug, query } of savedQuestions) {
      const ask = async (): Promise<readonly [string, string]> => {
        for (;;) {
          const began = performance.now();
          const response = await fetch(`${base}/sparql`, {
            method: 'POST',
            headers: { Authorization: node.headers['Authorization'] ?? '', 'Content-Type': 'application/sparql-query' },
            body: query.replaceAll('http://localhost:8080', base),
          });
          const text = await response.text();
          // The time to fill a dataset is not part of the question's time.
          if (response.status === 503 && response.headers.has('retry-after')) continue;
          if (!response.ok) failed += 1;
          const seconds = ((performance.now() - began) / 1000).toFixed(2);
          return [seconds, response.ok ? grouped(text.length) : `${response.status} ${text.slice(0, 300)}`];
        }
      };
      const [first] = await ask();
      const [again, answer] = await ask();
      console.log(table.row([slug, first, again, answer]));
    }
  } finally {
    await node.stop();
  }
  if (failed > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
