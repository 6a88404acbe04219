/** A caller that changes one object repeatedly. */
import type { MeasuredNode } from './node.js';
import { change } from './payloads.js';

/** Changes one object repeatedly: submits, accepts, and continues from the next revision. */
export async function changer(node: MeasuredNode, object: string): Promise<() => Promise<void>> {
  const head = await node.send('GET', object);
  let revision = Number(head.headers['revision']);
  const body = JSON.parse(head.text) as { 'cargo:goodsDescription': string };
  let text = body['cargo:goodsDescription'];
  return async () => {
    const next = `text ${revision + 1}`;
    await node.accept(await node.make('PATCH', object, change(object, revision, text, next)));
    revision += 1;
    text = next;
  };
}
