/**
 * `npm run generate` writes docs/specification.md, which is in the package and not in git: the sections of the
 * specification and the decisions, each with the rows of test/conformance that test it. The title of a row cites its
 * statement: `PATCH, rule 2; D19: <statement>`.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { z } from 'zod';
import { areaNames, areaOf, areas } from '../src/conformance/row.js';
import { rows as checks } from '../src/conformance/rows/index.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const FILE = join(root, 'docs/specification.md');

/** A section of the specification. */
interface Section {
  readonly title: string;
  /** The beginning of a citation of this section. */
  readonly cited: RegExp;
  /** The reason why no row cites it. */
  readonly without?: string;
}

const sections: readonly Section[] = [
  { title: 'What the service does', cited: /^What the service does/ },
  { title: 'Logistics Object', cited: /^(Logistics Object|Revision|Identifiers)\b/ },
  { title: 'LogisticsEvent', cited: /^LogisticsEvent\b/ },
  { title: 'ServerInformation', cited: /^ServerInformation\b/, without: 'its fields are not shown; see `GET /`' },
  { title: 'ActionRequest', cited: /^ActionRequest\b/ },
  { title: 'ChangeRequest and Change', cited: /^Resources, ChangeRequest/ },
  { title: 'AuditTrail', cited: /^AuditTrail\b/, without: 'see `GET …/audit-trail`' },
  { title: 'AccessDelegation', cited: /^AccessDelegation\b/ },
  { title: 'Subscription and SubscriptionRequest', cited: /^SubscriptionRequest\b/ },
  { title: 'Notification', cited: /^Notification\b/ },
  { title: 'Collection', cited: /^Collection\b/ },
  { title: 'Error and ErrorDetails', cited: /^Error and ErrorDetails/, without: 'see `Errors`' },
  { title: 'States and transitions', cited: /^States\b/ },
  { title: 'Conventions', cited: /^(Conventions|Endpoints, conventions)/ },
  { title: 'Endpoint summary', cited: /^Endpoint summary/ },
  { title: 'GET /', cited: /^GET \/$/ },
  { title: 'POST /logistics-objects', cited: /^POST( \/logistics-objects)?$/ },
  { title: 'GET /logistics-objects/<id>', cited: /^GET \/logistics-objects\/<id>/ },
  { title: 'PATCH /logistics-objects/<id>', cited: /^PATCH\b/ },
  { title: 'GET …/audit-trail', cited: /^GET …\/audit-trail/ },
  { title: 'POST …/logistics-events', cited: /^POST …\/logistics-events/ },
  { title: 'GET …/logistics-events/<id>', cited: /^GET …\/logistics-events\/<id>/ },
  { title: 'GET …/logistics-events', cited: /^GET …\/logistics-events$/ },
  { title: 'POST /logistics-events', cited: /^POST \/logistics-events/ },
  { title: 'GET /subscriptions', cited: /^GET \/subscriptions/ },
  { title: 'POST /subscriptions', cited: /^(POST \/subscriptions|third-party rule)/ },
  { title: 'POST /access-delegations', cited: /^(POST \/access-delegations|trust chains)/ },
  {
    title: '/action-requests/<id>',
    cited: /^\/action-requests/,
    without: 'shapes are not shown; see D15, D18 and D22',
  },
  { title: 'POST /notifications', cited: /^POST \/notifications/ },
  { title: 'Authentication', cited: /^Authentication(, \d)?$/ },
  { title: 'Token contents', cited: /^(Authentication, token|Token) contents/ },
  { title: 'Identity providers', cited: /^Identity providers/, without: 'procedures of the network; see D48 and D51' },
  { title: 'JWKS', cited: /^JWKS\b/ },
  {
    title: 'Token request',
    cited: /^Token request/,
    without: 'what this node asks others for: test/identity; what it answers in development: test/identity',
  },
  {
    title: 'Authentication and authorization per endpoint',
    cited: /^(Authentication and authorization|Authentication, table)/,
  },
  { title: 'Delivery model', cited: /^Delivery model/, without: 'see D28 and test/exchange, where two nodes talk' },
  { title: 'Event kinds', cited: /^Event kinds/ },
  { title: 'Errors', cited: /^Errors\b/ },
  {
    title: 'Limits',
    cited: /^Limits\b/,
    without: 'not shown; the settings (docs/settings.md) bound what callers send',
  },
  { title: 'Versioning', cited: /^Versioning\b/ },
  { title: 'HTTP and its caches', cited: /^(RFC \d+|\d+\.\d)/ },
  {
    title: 'Operator contract',
    cited: /^(operator contract|413$|(GET |PUT |DELETE )?\/internal\/|\/logistics-objects\/<id>\/acl)/i,
  },
];

/** The number of a decision, or of a statement or decision about the later versions or linked data. */
const decision = /^[DVLWMXP]\d+$/;

const dryRun = z.object({ tests: z.array(z.object({ title: z.string() })) });

/** The titles of all rows: mocha lists them without running any. */
function rowTitles(): string[] {
  const folder = join(root, 'test/conformance');
  const files = readdirSync(folder).filter((file) => file.endsWith('.test.ts'));
  const mocha = join(root, 'node_modules/mocha/bin/mocha.js');
  const options = ['--no-config', '--no-package', '--require', 'tsx', '--dry-run', '--reporter', 'json'];
  const listed = execFileSync(process.execPath, [mocha, ...options, ...files.map((file) => join(folder, file))], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  });
  return dryRun.parse(JSON.parse(listed)).tests.map(({ title }) => title);
}

/**
 * The citations in a row's title: `PATCH, rule 2; D19` is a section and a decision, `V25 to V27` are three statements.
 */
function citations(cited: string): string[] {
  return cited
    .replace(/\)$/, '')
    .split(/;\s*|,\s*(?=[DVLWMXP]\d)|(?<=\b[DVLWMXP]\d+),\s*|\s\(/)
    .map((part) => part.trim())
    .flatMap((part) => {
      const [, letter = '', first, last] = /^([DVLWMXP])(\d+) to \1(\d+)$/.exec(part) ?? [];
      if (first === undefined || last === undefined) return [part];
      return Array.from(
        { length: Number(last) - Number(first) + 1 },
        (_, index) => `${letter}${Number(first) + index}`,
      );
    });
}

/** The numbered paragraphs of a document, each with its first sentence. */
function numbered(file: string): Map<string, string> {
  const text = readFileSync(join(root, file), 'utf8');
  return new Map(
    [...text.matchAll(/^- \*\*([DVLWMXP]\d+)\*\* (.*(?:\n {2}\S.*)*)$/gm)].map(([, number = '', words = '']) => {
      const [first = ''] = words.replace(/\s+/g, ' ').split(/(?<=\.) /);
      return [number, first];
    }),
  );
}

/** The decisions of docs/decisions.md, each with its first sentence. */
export function decisions(): ReadonlyMap<string, string> {
  return numbered('docs/decisions.md');
}

/** The statements (V) and decisions (L) of docs/later-versions.md, each with its first sentence. */
export function laterVersions(): ReadonlyMap<string, string> {
  return numbered('docs/later-versions.md');
}

/** The statements (W) of docs/linked-data.md, each with its first sentence. */
export function linkedData(): ReadonlyMap<string, string> {
  return numbered('docs/linked-data.md');
}

/** The statements (M) of docs/mirror.md, each with its first sentence. */
export function mirror(): ReadonlyMap<string, string> {
  return numbered('docs/mirror.md');
}

/** The statements (X) of docs/cargo-xml.md, each with its first sentence. */
export function cargoXml(): ReadonlyMap<string, string> {
  return numbered('docs/cargo-xml.md');
}

/** The statements (P) of docs/proofs.md, each with its first sentence. */
export function proofs(): ReadonlyMap<string, string> {
  return numbered('docs/proofs.md');
}

const code = (text: string): string => `\`${text}\``;

/** The test files that cite each decision or statement. */
function testsByCitation(): ReadonlyMap<string, readonly string[]> {
  const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `test/${file}`)
    .sort();
  const tests = new Map<string, string[]>();
  for (const file of files) {
    const cited = readFileSync(join(root, file), 'utf8').match(/\b[DVLWMXP]\d{1,3}\b/g);
    for (const number of new Set(cited)) tests.set(number, [...(tests.get(number) ?? []), file]);
  }
  return tests;
}

/**
 * The generated document.
 *
 * @throws Error for a row that cites neither a section nor an existing decision, and for a section with neither a row
 * nor a reason.
 */
export async function specificationDocument(): Promise<string> {
  const [gaps, later, linked] = [decisions(), laterVersions(), linkedData()];
  const [copies, messages, proven] = [mirror(), cargoXml(), proofs()];
  const known = new Map([...gaps, ...later, ...linked, ...copies, ...messages, ...proven]);
  const rows = new Map<string, string[]>();
  for (const title of rowTitles()) {
    const at = title.indexOf(': ');
    for (const cited of citations(title.slice(0, at))) {
      const place = decision.test(cited) ? cited : sections.find((section) => section.cited.test(cited))?.title;
      if (place === undefined || (decision.test(place) && !known.has(place))) {
        throw new Error(`the row ${JSON.stringify(title)} cites ${JSON.stringify(cited)}, which is not there`);
      }
      const found = rows.get(place) ?? [];
      rows.set(place, [...found, title.slice(at + 2)]);
    }
  }
  const listed = (place: string, without?: string): string => {
    const held = rows.get(place);
    if (held !== undefined) return held.map((row) => `- ${escaped(row)}`).join('\n');
    if (without === undefined) throw new Error(`no row holds the node to ${place}`);
    return `No row of its own: ${without}.`;
  };
  const tests = testsByCitation();
  const citing = (number: string): string | undefined => {
    const files = tests.get(number) ?? [];
    return files.length === 0 ? undefined : `tests that cite it: ${files.map(code).join(', ')}`;
  };
  const statements = (numbers: ReadonlyMap<string, string>): string[] =>
    [...numbers].flatMap(([number, words]) => [
      `### ${number}`,
      words,
      listed(number, citing(number) ?? 'no test cites it'),
    ]);
  const text = [
    '# The specification, and what holds the node to it',
    "Written by `npm run generate` from the tables in `test/conformance`. The first part follows the sections of the service specification (API version 2.0.0), the second the [decisions](decisions.md) that fill its gaps, the third the statements about the [later versions](later-versions.md), the fourth those about [linked data](linked-data.md), the fifth those about [copies of partners' objects](mirror.md), the sixth those about [Cargo-XML](cargo-xml.md), the seventh those about [proofs](proofs.md). Each line is a row: a statement that is tried on a listening node.",
    '## Sections',
    ...sections.flatMap(({ title, without }) => [`### ${escaped(title)}`, listed(title, without)]),
    '## Decisions',
    ...[...gaps].flatMap(([number, words]) => [`### ${number}`, words, listed(number, citing(number))]),
    '## Later versions',
    ...statements(later),
    '## Linked data',
    ...statements(linked),
    "## Copies of partners' objects",
    ...statements(copies),
    '## Cargo-XML',
    ...statements(messages),
    '## Proofs',
    ...statements(proven),
    '## The published standard',
    'The checks of the [conformance kit](conformance.md), which any server can be asked; each also runs against this node.',
    ...areaNames.flatMap((area) => [
      `### ${areas[area]}`,
      checks
        .filter((row) => areaOf(row) === area)
        .map(
          ({ id, level, versions, sentence }) =>
            `- ${escaped(`${sentence} (${level}, ${versions.join(', ')}; ${id})`)}`,
        )
        .join('\n'),
    ]),
  ].join('\n\n');
  return format(text, { ...(await resolveConfig(FILE)), parser: 'markdown' });
}

/** Row titles are plain text. */
function escaped(text: string): string {
  return text.replace(/[\\`*_<>[\]|#]/g, '\\$&');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(FILE, await specificationDocument());
