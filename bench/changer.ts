/** A caller that changes one object repeatedly. */
import type { MeasuredNode } from './node.js';
import { change } from './payloads.js';

/**
 * Changes one object repeatedly: submits, accepts, and continues from the next revision.
 *
 * @param options.accepts false for a node that accepts by itself (`AUTO_ACCEPT`).
 */
export async function changer(
  node: MeasuredNode,
  object: string,
  { accepts = true }: { readonly accepts?: boolean } = {},
): Promise<() => Promise<void>> {
  const head = await node.send('GET', object);
  let revision = Number(head.headers['revision']);
  const body = JSON.parse(head.text) as { 'cargo:goodsDescription': string };
  let text = body['cargo:goodsDescription'];
  return async () => {
    const next = `text ${revision + 1}`;
    const request = await node.make('PATCH', object, change(object, revision, text, next));
    if (accepts) await node.accept(request);
    revision += 1;
    text = next;
  };
}
