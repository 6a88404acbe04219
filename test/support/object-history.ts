/** An object whose revisions differ in every way, for the tests of differences. */
import { expect } from 'chai';
import { add, remove } from './changes.js';
import { readNTriples } from './turtle.js';
import type { TestContext } from './world.js';

/** Of the object below. */
export const REVISIONS = 6;

/**
 * A piece with six revisions: texts in several languages, a link, an embedded object that holds another one, and what took
 * them away again. Every partner may read it.
 */
export async function objectHistory(world: TestContext): Promise<string> {
  const [piece, other] = [await world.openPiece(), await world.openPiece()];
  const uri = world.uri(piece);
  const change = async (...operations: ReturnType<typeof add>[]): Promise<void> => {
    world.node.clock.advance(10);
    await world.change(piece, operations);
  };
  await change(add(uri, 'upid', 'x " \\ \n \u2028 日本'), add(uri, 'coload', 'true', 'xsd:boolean'));
  await change(
    add(uri, 'grossWeight', '_:weight', 'Value'),
    add('_:weight', 'numericalValue', '20.50', 'xsd:double'),
    add(uri, 'containedPieces', world.uri(other), 'Piece'),
  );
  await change(remove(uri, 'upid', 'x " \\ \n \u2028 日本'), add(uri, 'upid', 'y'));
  const { status, text } = await world.holder.get(piece, { headers: { Accept: 'application/n-triples' } });
  expect(status, text).to.equal(200);
  const weight = [...readNTriples(text)].find(({ predicate }) => predicate.value.endsWith('#grossWeight'));
  await change(
    remove(weight?.object.value ?? '', 'numericalValue', '20.50', 'xsd:double'),
    add(weight?.object.value ?? '', 'numericalValue', '21', 'xsd:double'),
    remove(uri, 'containedPieces', world.uri(other), 'Piece'),
  );
  await change(remove(uri, 'grossWeight', weight?.object.value ?? '', 'Value'));
  return piece;
}
