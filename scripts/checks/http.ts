/**
 * `npm run check:http`: schemathesis compares the node with its `/openapi.json`: examples, edge cases of each
 * parameter, random bodies, and sequences of calls. `--minutes=10 --seed=12`. It fails on a 5xx response and on an
 * undocumented one; other findings are listed for review.
 */
import { createReadStream, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import { MeasuredNode } from '../../bench/node.js';
import { createInterface } from 'node:readline';
import { cacheFolder, check, numberOption, pythonProgram, Tally } from './tools.js';
import { fill, type World } from './world.js';

const folder = join(cacheFolder, 'http');

/** One line of schemathesis's report, with the fields in use. */
const reportLine = z.object({
  ScenarioFinished: z
    .object({
      recorder: z.object({
        label: z.string(),
        cases: z
          .record(z.string(), z.object({ value: z.object({ method: z.string(), path: z.string() }) }))
          .default({}),
        checks: z
          .record(
            z.string(),
            z.array(
              z.object({
                name: z.string(),
                status: z.string(),
                failure_info: z.object({ failure: z.object({ title: z.string(), message: z.string() }) }).optional(),
              }),
            ),
          )
          .default({}),
        interactions: z
          .record(z.string(), z.object({ response: z.object({ status_code: z.number() }).nullish() }))
          .default({}),
      }),
    })
    .optional(),
});

/**
 * Checks whose failure means a wrong response; the others compare requests with a document that cannot express every
 * rule.
 */
const CONFORMANCE = new Set([
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'unsupported_method',
  'allow_header_conformance',
  'use_after_free',
  'ensure_resource_availability',
  'ignored_auth',
  'object_level_authorization',
]);

interface Operation {
  cases: number;
  readonly statuses: Map<number, number>;
}

interface Summary {
  readonly operations: Map<string, Operation>;
  readonly findings: Tally;
  readonly wrong: Tally;
  cases: number;
}

/** The documented statuses of each operation, so that 502 for an unreachable partner counts as described. */
const documentOf = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ responses: z.record(z.string(), z.unknown()) }))),
});

/** Whether the document has an operation, such as `GET /`; schemathesis also tries other methods. */
function isDescribed({ paths }: z.infer<typeof documentOf>, name: string): boolean {
  const [method = '', path = ''] = name.split(' ');
  return paths[path]?.[method.toLowerCase()] !== undefined;
}

async function summarize(file: string, document: z.infer<typeof documentOf>, summary: Summary): Promise<void> {
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const { ScenarioFinished: scenario } = reportLine.parse(JSON.parse(line));
    if (scenario === undefined) continue;
    const { cases, checks, interactions } = scenario.recorder;
    for (const [id, { response }] of Object.entries(interactions)) {
      const sent = cases[id]?.value;
      if (sent === undefined) continue;
      const name = `${sent.method} ${sent.path}`;
      const status = response?.status_code ?? 0;
      const operation = summary.operations.get(name) ?? { cases: 0, statuses: new Map<number, number>() };
      summary.operations.set(name, operation);
      operation.cases++;
      operation.statuses.set(status, (operation.statuses.get(status) ?? 0) + 1);
      summary.cases++;
      for (const { name: rule, status: outcome, failure_info: info } of checks[id] ?? []) {
        if (outcome === 'success') continue;
        const described = status in (document.paths[sent.path]?.[sent.method.toLowerCase()]?.responses ?? {});
        const partnerIsAway = rule === 'not_a_server_error' && status === 502 && described;
        const finding = `${rule} at ${name}: ${status}${partnerIsAway ? ', described: no such partner' : ''}`;
        const example = info === undefined ? '' : `${info.failure.title}: ${info.failure.message}`.slice(0, 500);
        if (CONFORMANCE.has(rule) && !partnerIsAway) summary.wrong.add(finding, example);
        else summary.findings.add(finding);
      }
    }
  }
}

const idOf = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1);

const parameter = z.looseObject({ name: z.enum(['id', 'event']), in: z.literal('path'), description: z.string() });

/**
 * The document with existing resources as examples, and a separate one for relocations. Precondition fields are left
 * out by default: random ones result in 412 before any other check.
 */
function withExamples(text: string, { object, pending, event }: World, withConditions: boolean): string {
  const document: unknown = JSON.parse(text, (key, value: unknown) => {
    if (key === 'parameters' && Array.isArray(value) && !withConditions) {
      const parameters: unknown[] = value;
      return parameters.filter((one) => !/"(#\/components\/parameters\/if|If-)/.test(JSON.stringify(one)));
    }
    if (key === '/internal/relocations/{id}') {
      const inline = '{"name":"id","in":"path","required":true,"schema":{"type":"string"},"example":"moved"}';
      const path: unknown = JSON.parse(
        JSON.stringify(value).replaceAll('{"$ref":"#/components/parameters/object"}', inline),
      );
      return path;
    }
    const { success, data } = parameter.safeParse(value);
    if (!success) return value;
    if (data.name === 'event') return { ...data, example: idOf(event) };
    return { ...data, example: idOf(data.description.includes('action request') ? pending : object) };
  });
  return JSON.stringify(document);
}

/** Runs schemathesis; returns the path of its report. */
async function runTool(node: MeasuredNode, name: string, document: string, minutes: number): Promise<string> {
  const schema = join(folder, `${name}.json`);
  const report = join(folder, `${name}.ndjson`);
  writeFileSync(schema, document);
  const tool = spawn(
    pythonProgram('st'),
    [
      ...['run', schema, '--url', node.url, '--header', `Authorization: ${node.headers['Authorization'] ?? ''}`],
      ...[
        '--checks',
        'all',
        '--max-time',
        String(Math.round(60 * minutes)),
        '--seed',
        String(numberOption('seed', 12)),
      ],
      ...['--continue-on-failure', '--suppress-health-check', 'all', '--no-color'],
      ...['--report', 'ndjson', '--report-ndjson-path', report],
    ],
    { cwd: folder, stdio: ['ignore', openSync(join(folder, `${name}.txt`), 'w'), 'inherit'] },
  );
  await once(tool, 'exit');
  return report;
}

await check(async () => {
  const minutes = numberOption('minutes', 10);
  pythonProgram('st');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const node = await MeasuredNode.start({ STORE_URL: 'memory:', LOG_LEVEL: 'silent' });
  try {
    const world = await fill(node, 3);
    const { text } = await node.send('GET', '/openapi.json');
    const document = documentOf.parse(JSON.parse(text));
    const summary: Summary = { operations: new Map(), findings: new Tally(), wrong: new Tally(), cases: 0 };
    // One part in five with precondition fields.
    for (const [name, withConditions, share] of [
      ['plain', false, 0.8],
      ['conditions', true, 0.2],
    ] as const) {
      const report = await runTool(node, name, withExamples(text, world, withConditions), minutes * share);
      await summarize(report, document, summary);
    }
    // Reports first whether the node is still running.
    await node.send('GET', '/health/live');
    const { operations, findings, wrong, cases } = summary;
    const described = [...operations].filter(([name]) => isDescribed(document, name));
    console.log(`${cases} cases in ${minutes} minutes; ${described.length} described operations:\n`);
    for (const [name, { cases: count, statuses }] of described.sort(([a], [b]) => (a < b ? -1 : 1))) {
      const seen = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`);
      console.log(`${String(count).padStart(6)}  ${name}  (${seen.join(', ')})`);
    }
    console.log(
      `\n${findings.total} answers that differ from what the document would let one expect, to be looked at:`,
    );
    findings.print();
    console.log(`\n${wrong.total} wrong answers:`);
    wrong.print();
    return wrong.total === 0 && cases > 0;
  } finally {
    await node.stop();
  }
});
