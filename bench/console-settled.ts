/** Waits for the end of all deliveries. */
import { setTimeout as delay } from 'node:timers/promises';
import type { MeasuredNode } from './node.js';

const PAUSE_MS = 100;

/** Waits until no notification waits for delivery. */
export async function settled(node: MeasuredNode): Promise<void> {
  for (;;) {
    const { text } = await node.send('GET', '/internal/deliveries?limit=0');
    if ((JSON.parse(text) as { total: number }).total === 0) return;
    await delay(PAUSE_MS);
  }
}
