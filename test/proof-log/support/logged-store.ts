/** A store that a node has written everything to that makes entries in the log of proofs, and erased some of it. */
import { expect } from 'chai';
import { add, remove } from '../../support/changes.js';
import { aclBody, createPiece, eventBody, freePorts } from '../../support/exchange.js';
import { context, type Json } from '../../support/node.js';
import { TestContext } from '../../support/world.js';
import { send, waybillValues } from '../../messages/node.js';

const json = { 'Content-Type': 'application/json' };

/** What was handed out, and what there is, by full URIs. */
export interface LoggedStore {
  readonly env: Readonly<Record<string, string>>;
  readonly base: string;
  /** A piece with three revisions, an event and a list. */
  readonly piece: string;
  readonly event: string;
  /** An accepted request. */
  readonly request: string;
  readonly erased: string;
  /** A checkpoint and a bundle from the end of the log. */
  readonly checkpoint: string;
  readonly bundle: string;
}

/** A checkpoint that covers everything until now, and a proof under it. */
async function handedOut(world: TestContext): Promise<{ checkpoint: string; bundle: string }> {
  const piece = await world.piece();
  const proof = await world.holder.get(`${piece}/proof`);
  expect(proof.status, proof.text).to.equal(200);
  const checkpoint = await world.holder.get('/log/checkpoint');
  return { checkpoint: checkpoint.text, bundle: proof.text };
}

async function erase(world: TestContext, body: Record<string, Json>): Promise<void> {
  const reply = await world.holder.post('/internal/erasures', { reason: 'MISTAKE', ...body }, json);
  expect(reply.status, reply.text).to.equal(201);
}

/** @param pieces more of them: 256 entries make a hash of the tree that is stored. */
async function fill(
  world: TestContext,
  pieces: number,
): Promise<Pick<LoggedStore, 'piece' | 'event' | 'request' | 'erased'>> {
  for (let count = 0; count < pieces; count += 1) await createPiece(world.holder);
  const named = async (): Promise<{ piece: string; request: string; event: string }> => {
    const piece = await world.piece({
      ...{ 'cargo:goodsDescription': 'Roses \u{1F339} “red”', 'cargo:upid': '1' },
      'cargo:grossWeight': { '@type': 'cargo:Value', 'cargo:numericalValue': 20.5 },
    });
    const uri = world.uri(piece);
    const modes = ['acl:Read', 'acl:Append'];
    const acl = aclBody(uri, { 'acl:agent': { '@id': world.partner.agent } }, modes);
    expect((await world.holder.put(`${piece}/acl`, acl)).status).to.equal(204);
    const request = await world.change(piece, [remove(uri, 'upid', '1'), add(uri, 'upid', '2')]);
    await world.change(piece, [remove(uri, 'upid', '2'), add(uri, 'upid', '3')]);
    await world.submit(world.partner, piece, [add(uri, 'goodsDescription', 'Tulips')]);
    const refused = await world.submit(world.partner, piece, [add(uri, 'goodsDescription', 'Daisies')]);
    expect((await world.decide(refused, 'REQUEST_REJECTED')).status).to.equal(204);
    const event = world.path(
      (await world.holder.post(`${piece}/logistics-events`, eventBody())).headers.get('location'),
    );
    for (const more of [{}, { 'cargo:goodsDescription': 'Roses' }]) {
      const sent = await world.partner.post('/notifications', {
        '@context': context,
        '@type': 'api:Notification',
        'api:hasEventType': { '@id': 'api:LOGISTICS_OBJECT_UPDATED' },
        'api:hasLogisticsObject': { '@id': uri, 'cargo:upid': '4', ...more },
      });
      expect(sent.status, sent.text).to.equal(204);
    }
    return { piece, request, event };
  };
  const { piece, request, event } = await named();
  const [whole, part, lone] = [await named(), await named(), await named()];
  await erase(world, { object: world.uri(whole.piece) });
  await erase(world, { object: world.uri(part.piece), property: 'cargo:goodsDescription' });
  await erase(world, { object: world.uri(part.piece), property: 'cargo:grossWeight' });
  await erase(world, { event: world.uri(lone.event) });
  const { json: inbox } = await world.holder.get('/internal/notifications?limit=1');
  const [entry = ''] = /\/inbox\/[\w-]+/.exec(JSON.stringify(inbox)) ?? [];
  await erase(world, { notification: world.uri(entry) });
  const message = await send(world.holder, 'XFWB', waybillValues);
  await send(world.holder, 'XFWB', { ...waybillValues, 'MasterConsignment/ConsignorParty/Name': 'ACME Imports' });
  await erase(world, { message: message.message ?? '' });
  const hold = `/internal/holds/${piece.slice(piece.lastIndexOf('/') + 1)}`;
  expect((await world.holder.put(hold, { reason: 'claim' }, json)).status).to.equal(201);
  expect((await world.holder.put(hold, { reason: 'claim 4711' }, json)).status).to.equal(204);
  const ended = await world.holder.put(
    `/internal/holds/${lone.piece.slice(lone.piece.lastIndexOf('/') + 1)}`,
    { reason: 'x' },
    json,
  );
  expect(ended.status).to.equal(201);
  expect(
    (await world.holder.delete(`/internal/holds/${lone.piece.slice(lone.piece.lastIndexOf('/') + 1)}`)).status,
  ).to.equal(204);
  const uris = { piece, event, request, erased: whole.piece };
  return Object.fromEntries(Object.entries(uris).map(([name, path]) => [name, world.uri(path)])) as typeof uris;
}

/** Runs a node on a store. */
export async function onStore<Result>(
  env: Readonly<Record<string, string>>,
  use: (world: TestContext) => Promise<Result>,
): Promise<Result> {
  const world = await TestContext.start({ env });
  try {
    return await use(world);
  } finally {
    await world.stop();
  }
}

/** Fills a store through two starts of its node. */
export async function writeLoggedStore(url: string, pieces: number): Promise<LoggedStore> {
  const [port = 0] = await freePorts(1);
  const env = { STORE_URL: url, PORT: String(port), PROOF_CHECKPOINT_MS: '100' };
  const written = await onStore(env, (world) => fill(world, pieces));
  const handed = await onStore(env, handedOut);
  return { ...written, ...handed, env, base: `http://localhost:${port}` };
}
