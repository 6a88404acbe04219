/** What rows look for in the notifications that the kit was sent. */
import { expectThat, fail } from '../expect.js';
import { api } from '../names.js';
import type { Received, World } from '../world.js';
import { texts } from './steps.js';

/** The first notification of a kind about an object. */
export async function first(world: World, object: string, eventType: string): Promise<Received> {
  const [one] = await world.receiver.notifications({ object, eventType });
  return one ?? fail(`${eventType} about ${object}`, 'none');
}

/** @throws Failed unless the notification has this value. */
export function expectStated({ graph, node, text }: Received, property: string, value: string): void {
  const values = texts(graph, node, `${api}${property}`);
  expectThat(values.includes(value), `${property} ${value}`, values.join(', ') || text.slice(0, 200));
}
