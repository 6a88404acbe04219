/** What clients do to a node: creates, changes, events, reads. */
import { changer } from '../changer.js';
import { load } from '../load.js';
import { anotherPiece, event, shipment } from '../payloads.js';
import type { FilledNode } from './stores.js';
import { repeating, type Side } from './turns.js';

/** Objects of a nested body: a shipment with its pieces. */
const PIECES = 10;
/** Objects that are changed, one for each client. */
const MOST_CLIENTS = 16;
/** Objects to which events are added. */
const EVENTFUL = 100;

let made = 0;

/** Each body is different: what all objects have in common would be faster to check. */
const bodies = {
  object: () => JSON.stringify(anotherPiece(made++)),
  nested: () =>
    JSON.stringify({ ...shipment, 'cargo:pieces': Array.from({ length: PIECES }, () => anotherPiece(made++)) }),
};

export const objectPath = ({ uri }: Pick<FilledNode, 'uri'>, number: number): string => new URL(uri(number)).pathname;

const post = ({ node }: FilledNode, path: string, body: string | (() => string)): Side['work'] => {
  const request = { url: node.url + path, method: 'POST', headers: node.headers, body, expect: 201 } as const;
  return (seconds, connections) => load({ ...request, seconds, connections });
};

export const creates = (filled: FilledNode): Side => ({
  node: filled.node,
  work: post(filled, '/logistics-objects', bodies.object),
});

/** Counted by objects. */
export const nestedCreates = (filled: FilledNode): Side => ({
  node: filled.node,
  work: post(filled, '/logistics-objects', bodies.nested),
  each: PIECES + 1,
});

/** Each client changes an object of its own: a Change, and its acceptance. */
export async function changes(filled: FilledNode): Promise<Side> {
  const { node, objects, uri } = filled;
  const count = Math.min(MOST_CLIENTS, objects);
  const numbers = Array.from({ length: count }, (_, index) => Math.floor((index * objects) / count));
  const free = await Promise.all(numbers.map((number) => changer(node, uri(number))));
  const change = async (): Promise<void> => {
    const own = free.pop();
    if (own === undefined) throw new Error(`more than ${String(count)} at once`);
    await own();
    free.push(own);
  };
  return { node, work: repeating(change) };
}

/** To many objects: the events of one wait for each other. */
export function events(filled: FilledNode): Side {
  const { node, objects } = filled;
  let turn = 0;
  const path = (): string =>
    `${objectPath(filled, (turn = (turn + 1) % Math.min(EVENTFUL, objects)))}/logistics-events`;
  const request = { url: node.url, method: 'POST', headers: node.headers, body: JSON.stringify(event) } as const;
  return { node, work: (seconds, connections) => load({ ...request, path, seconds, connections, expect: 201 }) };
}

/** Reads of one address after the other. @param path of each request. */
export const reads = ({ node }: Pick<FilledNode, 'node'>, path: () => string): Side => ({
  node,
  work: (seconds, connections) => load({ url: node.url, path, headers: node.headers, seconds, connections }),
});
