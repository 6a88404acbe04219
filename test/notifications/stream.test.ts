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

/** What a stream sends until the node ends or cuts it. */
async function readToEnd({ body }: Response): Promise<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    for (let chunk = await reader?.read(); chunk?.done === false; chunk = await reader?.read()) text += chunk.value;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  return text;
}

describe('the stream of received notifications', () => {
  it('ends when the node stops, which does not wait for its listeners', async () => {
    const node = await startTestNode();
    const listeners = await Promise.all([listenTo(node.url), listenTo(node.url), listenTo(node.url)]);
    const ends = listeners.map((listener) => listener.text());
    // Within the test's timeout, which is shorter than what a request in flight may take.
    await node.stop();
    for (const text of await Promise.all(ends)) expect(text).to.match(/^: listening/);
  });

  it('does not start for HEAD, whose answer has the headers of the stream', async () => {
    const node = await startTestNode();
    try {
      const { status, headers } = await node.holder.send('HEAD', '/internal/notifications/stream');
      expect(status).to.equal(200);
      expect(headers.get('content-type')).to.equal('text/event-stream');
    } finally {
      await node.stop();
    }
  });

  it('does not delay the stop of the node when a listener does not read or has disconnected', async () => {
    const node = await startTestNode();
    const gone = new AbortController();
    await Promise.all([listenTo(node.url, gone.signal), listenTo(node.url)]);
    gone.abort();
    expect((await node.holder.post('/notifications', notification)).status).to.equal(204);
    await node.stop();
  });

  it('drops a listener that does not read, instead of buffering for it', async () => {
    const node = await startTestNode();
    try {
      const listener = await listenTo(node.url);
      const large = {
        ...notification,
        'api:hasLogisticsObject': {
          '@id': 'https://x.example/logistics-objects/p',
          '@type': 'https://x.example/T',
          'https://x.example/text': 'x'.repeat(900_000),
        },
      };
      // Far more than the system's own buffers of a connection hold.
      const sent = 24;
      for (let number = 0; number < sent; number += 1)
        expect((await node.holder.post('/notifications', large)).status).to.equal(204);
      const received = await readToEnd(listener);
      expect(received.split('event: ').length - 1, 'notifications that it received').to.be.below(sent);
      expect((await node.holder.get('/health/live')).status).to.equal(200);
    } finally {
      await node.stop();
    }
  });
});
