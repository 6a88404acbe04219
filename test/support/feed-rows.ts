/** What the rows about the feed share: what parties write, and what they find in it. */
import { expect } from 'chai';
import { add } from './changes.js';
import { aclBody, eventBody } from './exchange.js';
import { type CopiedMember, feedOf, NQUADS } from './feed-copy.js';
import type { Party, Reply } from './node.js';
import type { TestContext } from './world.js';

export const READ = ['acl:Read'];

/** Gives a party access to an object, or takes all access away without one. */
export async function allow(world: TestContext, object: string, party?: Party, modes = READ): Promise<void> {
  const body = party === undefined ? {} : aclBody(world.uri(object), { 'acl:agent': { '@id': party.agent } }, modes);
  const reply = await world.holder.put(`${object}/acl${party === undefined ? '?clear=true' : ''}`, body);
  expect(reply.status, reply.text).to.equal(204);
}

export const addEvent = async (world: TestContext, object: string): Promise<string> => {
  const reply = await world.holder.post(`${object}/logistics-events`, eventBody());
  expect(reply.status, reply.text).to.equal(201);
  return reply.headers.get('location') ?? '';
};

export async function nextRevision(world: TestContext, object: string): Promise<void> {
  const reply = await world.send(world.holder, object, [add(world.uri(object), 'coload', 'true', 'xsd:boolean')]);
  expect(reply.status, reply.text).to.equal(201);
  expect((await world.accept(world.path(reply.headers.get('location')))).status).to.equal(204);
}

export const names = (members: readonly CopiedMember[]): string[] => members.map((one) => one.member);
export const inFeed = async (party: Party, object: string): Promise<string[]> =>
  names(await feedOf(party)).filter((name) => name.startsWith(`${object}/`));

export const asked = (party: Party, path: string, accept = NQUADS): Promise<Reply> =>
  party.get(path, { headers: { Accept: accept } });

/** A piece with two revisions and an event. */
export async function history(
  world: TestContext,
): Promise<{ readonly piece: string; readonly members: readonly string[] }> {
  const piece = await world.piece();
  const event = await addEvent(world, piece);
  await nextRevision(world, piece);
  const uri = world.uri(piece);
  return { piece, members: [`${uri}/revisions/1`, event, `${uri}/revisions/2`] };
}
