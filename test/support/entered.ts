/** A store whose graphs are to have entries in the log of proofs (P51), and whether they have. */
import { expect } from 'chai';
import { parseBundle } from '../../src/proofs/format/bundle.js';
import { parseVkey } from '../../src/proofs/format/note.js';
import type { LogRecord } from '../../src/proofs/format/record.js';
import { verifyBundle } from '../../src/proofs/format/verify-bundle.js';
import { iri } from '../../src/rdf/terms.js';
import { logKindOf } from '../../src/graph-kinds.js';
import { UriScheme } from '../../src/uris.js';
import { add } from './changes.js';
import { delegationBody, eventBody, eventually } from './exchange.js';
import { context, list, member, textIn } from './node.js';
import type { TestContext } from './world.js';

export interface Exchanged {
  /** Paths. */
  readonly piece: string;
  readonly event: string;
  /** A pending Change. */
  readonly request: string;
}

/** Writes graphs of nearly all kinds that make entries. */
export async function exchange(world: TestContext): Promise<Exchanged> {
  const piece = await world.openPiece();
  await world.change(piece, [add(world.uri(piece), 'upid', 'one')]);
  const request = await world.submit(world.partner, piece, [add(world.uri(piece), 'slac', '3', 'xsd:integer')]);
  const event = await world.holder.post(`${piece}/logistics-events`, eventBody());
  expect(event.status, event.text).to.equal(201);
  const delegation = delegationBody({ objects: [world.uri(piece)], delegates: [world.otherPartner.agent] });
  const asked = await world.otherPartner.post('/access-delegations', delegation);
  expect(asked.status, asked.text).to.equal(201);
  expect((await world.accept(world.path(asked.headers.get('location')))).status).to.equal(204);
  const notification = {
    '@context': context,
    '@id': `${world.partner.agent}/notifications/1`,
    '@type': 'api:Notification',
    'api:hasEventType': { '@id': 'api:LOGISTICS_OBJECT_CREATED' },
    'api:hasLogisticsObject': { '@id': `${world.partner.agent}/pieces/1` },
  };
  expect((await world.partner.post('/notifications', notification)).status).to.equal(204);
  const json = { 'Content-Type': 'application/json' };
  const held = await world.piece();
  const hold = `/internal/holds/${held.slice(held.lastIndexOf('/') + 1)}`;
  expect((await world.holder.put(hold, { reason: 'a claim' }, json)).status).to.equal(201);
  const erasure = { object: world.uri(await world.piece()), reason: 'MISTAKE' };
  const erased = await world.holder.post('/internal/erasures', erasure, json);
  expect(erased.status, erased.text).to.equal(201);
  return { piece, event: world.path(event.headers.get('location')), request };
}

/** What the metric says. */
export async function backfilled(world: TestContext): Promise<{ readonly made: number; readonly left: number }> {
  const { text } = await world.holder.get('/metrics');
  const value = (state: string): number =>
    Number(new RegExp(`^cargograph_log_backfill\\{state="${state}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? NaN);
  return { made: value('made'), left: value('left') };
}

export const untilBackfilled = (world: TestContext): Promise<void> =>
  eventually(async () => (await backfilled(world)).left === 0);

/** The records of all entries, in their order; each bundle is verified. */
export async function verifiedRecords(world: TestContext): Promise<LogRecord[]> {
  const described = (await world.anonymous.get('/.well-known/cargograph-log.json')).json;
  const keys = list(member(described, 'keys')).map((key) => parseVkey(textIn(member(key, 'key'))));
  const prefix = new URL(textIn(member(described, 'prefix'))).pathname;
  const records: LogRecord[] = [];
  for (let index = 0; ; index += 1) {
    const reply = await world.holder.get(`${prefix}entries/${index}`);
    if (reply.status === 404) return records;
    expect(reply.status, reply.text).to.equal(200);
    const verdict = verifyBundle(parseBundle(reply.text), { keys, witnesses: [] });
    if (!verdict.holds) expect.fail(`entry ${index}, step ${verdict.step}: ${verdict.reason}`);
    records.push(verdict.proven.record);
  }
}

/** The graphs of a store that make entries, but for those of the log itself. */
export function loggedGraphs(base: string, graphs: Iterable<string>): string[] {
  const uris = new UriScheme(iri(base));
  return Array.from(graphs)
    .filter((graph) => {
      const kind = uris.graphKind(graph);
      const logs = kind && logKindOf(kind);
      return logs !== undefined && logs !== 'log';
    })
    .sort();
}
