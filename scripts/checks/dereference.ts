/**
 * `npm run check:dereference`: reads every address of the node in a response, in each syntax, until no new one is
 * found. Each must return 200, and all syntaxes of one resource the same graph, as parsed by rdflib and Apache Jena.
 */
import { z } from 'zod';
import { MeasuredNode } from '../../bench/node.js';
import { check, jena, python, Tally } from './tools.js';
import { fill } from './world.js';

const syntaxes = {
  ntriples: 'application/n-triples',
  turtle: 'text/turtle',
  xturtle: 'application/x-turtle',
  jsonld: 'application/ld+json',
} as const;

type Resource = Readonly<Record<keyof typeof syntaxes, string>>;

const START = ['/', '/logistics-objects', '/action-requests', '/internal/notifications'];
const MODEL = ['/ontology/cargo', '/ontology/api', '/ontology/code-lists', '/shapes/cargo', '/shapes/api'];
/** Addresses of an object without links in responses. */
const BELOW = ['', '/acl', '/audit-trail', '/logistics-events', '?embedded=true'];
/** Addresses of one page; other links lead to the items of the next pages. */
const MAX_ADDRESSES = 2_000;

/** Counts each occurrence. */
const MAX_BLANK_NODES = 50;

const different = z.object({ different: z.string().optional(), error: z.string().optional() });

/** The addresses of the node in a text of N-Triples, links and literals, without fragments. */
function addressesIn(text: string, base: string): string[] {
  return [...text.matchAll(/[<"]([^<>"\s]+)[>"]/g)].flatMap(([, found = '']) =>
    found.startsWith(`${base}/`) ? [found.replace(/#.*/, '')] : [],
  );
}

await check(async () => {
  const node = await MeasuredNode.start({ STORE_URL: 'memory:', LOG_LEVEL: 'error' });
  try {
    const { object } = await fill(node, 5);
    const waiting = [...START, ...MODEL].map((path) => node.url + path);
    waiting.push(...BELOW.map((path) => object + path));
    const seen = new Set(waiting);
    const missing = new Tally();
    const resources = new Map<string, Resource>();
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      const texts: Record<string, string> = {};
      for (const [name, type] of Object.entries(syntaxes)) {
        const response = await fetch(address, { headers: { ...node.headers, Accept: type }, redirect: 'manual' });
        const text = await response.text();
        // Other content (the OpenAPI document) only has to return 200.
        if (response.status === 200) {
          if (response.headers.get('content-type')?.startsWith(type) === true) texts[name] = text;
        } else missing.add(`${response.status} as ${type}`, address);
        const links = [response.headers.get('location'), response.headers.get('link')].join('" "');
        for (const found of addressesIn(`${name === 'ntriples' ? text : ''} "${links}"`, node.url)) {
          if (seen.has(found) || seen.size >= MAX_ADDRESSES) continue;
          seen.add(found);
          waiting.push(found);
        }
      }
      const { ntriples, turtle, xturtle, jsonld } = texts;
      // An array of JSON-LD objects (D31) is compared as it is.
      if (ntriples !== undefined && turtle !== undefined && xturtle !== undefined && jsonld !== undefined)
        resources.set(address, { ntriples, turtle, xturtle, jsonld });
    }
    console.log(`${seen.size} addresses, ${resources.size} read in ${Object.keys(syntaxes).length} syntaxes`);
    console.log(`${missing.total} answers that are not 200:`);
    missing.print();
    // rdflib takes too long to compare graphs with many blank nodes.
    const few = [...resources].filter(([, { ntriples }]) => ntriples.split('_:').length <= MAX_BLANK_NODES);
    const readers = [
      ['rdflib 7.6', few, python('graphs', [], JSON.stringify(few.map(([, resource]) => resource)))],
      ['Apache Jena 5.2', [...resources], jena('graphs', [], JSON.stringify([...resources.values()]))],
    ] as const;
    let fine = missing.total === 0;
    for (const [name, asked, output] of readers) {
      const differing = new Tally();
      output
        .trim()
        .split('\n')
        .forEach((line, index) => {
          const said = different.parse(JSON.parse(line));
          const address = asked[index]?.[0] ?? '';
          if (said.error !== undefined) differing.add(`not read: ${said.error}`, address);
          else if (said.different !== '') differing.add(`not the same graph: ${said.different ?? ''}`, address);
        });
      console.log(`${name}: ${differing.total} of ${asked.length} resources differ between syntaxes`);
      differing.print();
      fine &&= differing.total === 0;
    }
    return fine;
  } finally {
    await node.stop();
  }
});
