/** How fast a node delivers notifications. */
import { createServer } from 'node:http';
import type { MeasuredNode } from './node.js';
import { shipment, subscription } from './payloads.js';
import type { Report } from './report.js';

/** Notifications that wait for a subscriber on this machine, which then responds at once. */
export async function measureDelivery(node: MeasuredNode, report: Report): Promise<void> {
  let received = 0;
  let last = 0;
  let isOpen = false;
  const held: (() => void)[] = [];
  const subscriber = createServer((request, response) => {
    request.resume();
    const answer = (): void => {
      received++;
      last = performance.now();
      response.writeHead(204).end();
    };
    // Delivery starts only once there is a backlog, so that the figure measures delivery and not creation.
    if (isOpen) answer();
    else held.push(answer);
  });
  await new Promise<void>((resolve) => subscriber.listen(0, '127.0.0.1', resolve));
  const address = subscriber.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const agent = `http://127.0.0.1:${port}/logistics-objects/subscriber`;
  const request = await node.make('POST', '/subscriptions', subscription(agent, 'CREATED'));
  await node.accept(request);
  const shipments = 300;
  for (let created = 0; created < shipments; created += 10) {
    await Promise.all(Array.from({ length: 10 }, () => node.create(shipment)));
  }
  const expected = shipments * 10;
  const begin = performance.now();
  isOpen = true;
  for (const answer of held) answer();
  while (received < expected && performance.now() - begin < 60_000)
    await new Promise((resolve) => setTimeout(resolve, 20));
  report.add(`deliver ${expected} waiting notifications`, { rate: (received / (last - begin)) * 1000, p50: 0, p99: 0 });
  await node.send('DELETE', request);
  subscriber.closeAllConnections();
  subscriber.close();
}
