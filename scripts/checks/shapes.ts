/**
 * `npm run check:shapes`: whether the node accepts and rejects the same payloads as its published shapes. Objects and
 * bodies of the exchange are generated from a seed, sent to a node in strict mode, and validated by Apache Jena and (a
 * sample) by pyshacl with the node's `/shapes` and `/ontology`. `--payloads=1200 --seed=12 --sample=70`.
 */
import { anotherPiece } from '../../bench/payloads.js';
import { MeasuredNode } from '../../bench/node.js';
import { explanation } from './explanations.js';
import { type Kind, jsonLd, ntriples, type Payload, payloads } from './payloads.js';
import { publishedFiles, type ShapesVerdict, verdicts } from './published.js';
import { check, jena, numberOption, python, Tally } from './tools.js';

interface Said {
  readonly status: number;
  readonly text: string;
}

const addresses: Readonly<Record<Kind, (object: string) => readonly [string, string]>> = {
  object: () => ['POST', '/logistics-objects'],
  event: (object) => ['POST', `${object}/logistics-events`],
  subscription: () => ['POST', '/subscriptions'],
  delegation: () => ['POST', '/access-delegations'],
  change: (object) => ['PATCH', object],
  notification: () => ['POST', '/notifications'],
};

async function ask(node: MeasuredNode, payload: Payload, object: string): Promise<Said> {
  const [method, address] = addresses[payload.kind](object);
  const response = await fetch(address.startsWith('http') ? address : node.url + address, {
    method,
    headers: node.headers,
    body: jsonLd(payload),
  });
  return { status: response.status, text: await response.text() };
}

/** The addresses, short names and quoted values in a message. */
const NAMES = /<[^>]*>|https?:\S+|\b(cargo|api|code-lists|xsd):[\w#-]+|\\"[^"]*\\"/g;

/** The messages of an Error. */
function messages(text: string): string {
  return [...text.matchAll(/"api:hasMessage":"((?:[^"\\]|\\.)*)"/g)].map(([, message]) => message).join('\n');
}

/** Compares the results; returns whether every difference is explained. */
function compare(
  name: string,
  asked: readonly { readonly payload: Payload; readonly said: Said }[],
  others: readonly ShapesVerdict[],
): boolean {
  const explained = new Tally();
  const open = new Tally();
  let agreed = 0;
  asked.forEach(({ payload, said }, index) => {
    const other = others[index];
    if (other === undefined) throw new Error(`${name} gave ${others.length} verdicts`);
    const taken = said.status < 300;
    if (said.status < 500 && taken === other.conforms) {
      agreed++;
      return;
    }
    const kind = taken
      ? `${payload.kind}, ${payload.changed || 'valid'}: taken against the shapes`
      : `${payload.kind}: ${said.status} ${messages(said.text).split('\n')[0]?.replaceAll(NAMES, '…') ?? ''}`;
    const reason = explanation(said.status, messages(said.text));
    if (!taken && reason !== undefined) explained.add(reason);
    else open.add(kind, `${taken ? other.problems : messages(said.text)}\n${ntriples(payload)}`.slice(0, 2000));
  });
  console.log(
    `\n${name}: ${asked.length} asked, ${agreed} agree, ${explained.total} refused by a rule beside the shapes`,
  );
  explained.print();
  console.log(`${open.total} without explanation`);
  open.print();
  return open.total === 0;
}

await check(async () => {
  const count = numberOption('payloads', 1200);
  const seed = numberOption('seed', 12);
  const sample = numberOption('sample', 70);
  const node = await MeasuredNode.start({ STORE_URL: 'memory:', LOG_LEVEL: 'error' });
  try {
    const [shapes, ontology] = await publishedFiles(async (address) => {
      const headers = { ...node.headers, Accept: 'application/n-triples' };
      return (await fetch(node.url + address, { headers })).text();
    });
    const object = await node.create(anotherPiece(1));
    const asked: { payload: Payload; said: Said }[] = [];
    for (const payload of payloads(count, seed, node.url, object)) {
      asked.push({ payload, said: await ask(node, payload, object) });
    }
    const questions = asked.map(({ payload }) => ({ data: ntriples(payload) }));
    const some = asked.filter((_one, index) => index % Math.ceil(count / sample) === 0);
    const fewer = some.map(({ payload }) => ({ data: ntriples(payload) }));
    const byJena = compare(
      'Apache Jena 5.2',
      asked,
      verdicts(jena('shapes', [shapes, ontology], JSON.stringify(questions))),
    );
    const byPyshacl = compare(
      'pyshacl 0.40',
      some,
      verdicts(python('shapes', [shapes, ontology], JSON.stringify(fewer))),
    );
    return byJena && byPyshacl;
  } finally {
    await node.stop();
  }
});
