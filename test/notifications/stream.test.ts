import { expect } from 'chai';
import { context, startTestNode } from '../support/node.js';
import { tokenFor } from '../support/exchange.js';

/** Opens the stream of received notifications as the holder does. */
async function listenTo(url: string, signal?: AbortSignal): Promise<Response> {
  const token = await tokenFor(url, `${url}/logistics-objects/_data-holder`);
  const response = await fetch(`${url}/internal/notifications/stream`, {
    headers: { Authorization: `Bearer ${token}` },
    ...(signal && { signal }),
  });
  expect(response.status).to.equal(200);
  return response;
}

const notification = {
  '@context': context,
  '@type': 'api:Notification',
  'api:hasEventType': { '@id': 'api:LOGISTICS_OBJECT_CREATED' },
};

describe('the stream of received notifications', () => {
  it('ends when the node stops, which does not wait for its listeners', async () => {
    const node = await startTestNode();
    const listeners = await Promise.all([listenTo(node.url), listenTo(node.url), listenTo(node.url)]);
    const ends = listeners.map((listener) => listener.text());
    const began = performance.now();
    await node.stop();
    expect(performance.now() - began).to.be.below(3000);
    for (const text of await Promise.all(ends)) expect(text).to.match(/^: listening/);
  });

  it('is not begun for HEAD, which is answered with what it would begin with', async () => {
    const node = await startTestNode();
    try {
      const { status, headers } = await node.holder.send('HEAD', '/internal/notifications/stream');
      expect(status).to.equal(200);
      expect(headers.get('content-type')).to.equal('text/event-stream');
    } finally {
      await node.stop();
    }
  });

  it('lets the node stop at once though a listener does not read, or has gone', async () => {
    const node = await startTestNode();
    const gone = new AbortController();
    await Promise.all([listenTo(node.url, gone.signal), listenTo(node.url)]);
    gone.abort();
    expect((await node.holder.post('/notifications', notification)).status).to.equal(204);
    const began = performance.now();
    await node.stop();
    expect(performance.now() - began).to.be.below(3000);
  });

  it('does not keep what a listener that never reads would have to read', async () => {
    const node = await startTestNode();
    try {
      await listenTo(node.url);
      const large = {
        ...notification,
        'api:hasLogisticsObject': {
          '@id': 'https://x.example/logistics-objects/p',
          '@type': 'https://x.example/T',
          'https://x.example/text': 'x'.repeat(900_000),
        },
      };
      for (let number = 0; number < 12; number += 1)
        expect((await node.holder.post('/notifications', large)).status).to.be.oneOf([204, 400]);
      expect((await node.holder.get('/health/live')).status).to.equal(200);
    } finally {
      await node.stop();
    }
  });
});
