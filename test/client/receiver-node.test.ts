/** The receiver and the client against a node: from the subscription to the notification (T48). */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { cargo, type Piece } from '../../src/client/cargo.js';
import { clientCredentials, createClient } from '../../src/client/index.js';
import { createReceiver, type Notification } from '../../src/client/receiver.js';
import { startTestNode, type TestNode } from '../support/node.js';

describe('A receiver of notifications of a node', () => {
  let node: TestNode;
  let server: Server;
  let address: string;
  /** What waits for the next notification. */
  let hear: (notification: Notification) => void = () => undefined;
  const next = (kind: Notification['kind']): Promise<Notification> =>
    new Promise((resolve) => {
      hear = (notification) => {
        if (notification.kind === kind) resolve(notification);
      };
    });

  before(async () => {
    node = await startTestNode();
    const receiver = createReceiver({
      issuers: [{ issuer: `${node.url}/dev-idp`, jwksUri: `${node.url}/dev-idp/.well-known/jwks.json` }],
      now: () => node.clock.now(),
      agents: [`${node.url}/logistics-objects/_data-holder`],
      onNotification: (notification) => {
        hear(notification);
      },
    });
    server = createServer(receiver.node).listen(0, '127.0.0.1');
    await once(server, 'listening');
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(async () => {
    await node.stop();
    server.closeAllConnections();
    server.close();
  });

  it('hears of what it subscribed to, in the version that it answers in', async () => {
    const clientOf = (clientId: string, parameters: Readonly<Record<string, string>> = {}) =>
      createClient({
        server: node.url,
        token: clientCredentials({
          tokenUrl: `${node.url}/dev-idp/token`,
          clientId,
          clientSecret: `${clientId}-secret`,
          parameters,
        }),
        model: cargo,
        apiVersion: '2.3.0',
      });
    const holder = clientOf('holder');
    const me = clientOf('airline', { logistics_agent_uri: `${address}/logistics-objects/me` });
    const { uri: request } = await me.subscribe({
      topic: 'https://onerecord.iata.org/ns/cargo#Piece',
      events: ['LOGISTICS_OBJECT_CREATED', 'LOGISTICS_OBJECT_UPDATED'],
      sendBody: true,
    });
    await holder.accept(request);
    const first = next('LOGISTICS_OBJECT_CREATED');
    const { uri } = await holder.create<Piece>({ '@type': 'Piece', goodsDescription: 'Books' });
    const created = await first;
    expect(created.kind).to.equal('LOGISTICS_OBJECT_CREATED');
    expect(created.logisticsObject).to.equal(uri);
    expect(created.logisticsObjectType).to.equal('https://onerecord.iata.org/ns/cargo#Piece');
    // The object itself comes only with access to it.
    expect(created.kind === 'LOGISTICS_OBJECT_CREATED' && created.body).to.equal(undefined);
    const agents = [`${address}/logistics-objects/me`];
    const asked = await me.askAccess({ objects: [uri], agents, permissions: ['GET_LOGISTICS_OBJECT'] });
    await holder.accept(asked.uri);
    const second = next('LOGISTICS_OBJECT_UPDATED');
    const change = await holder.change(await holder.read<Piece>(uri), (draft) => {
      draft.goodsDescription = 'Old books';
    });
    await holder.accept(change?.uri ?? '');
    const updated = await second;
    if (updated.kind !== 'LOGISTICS_OBJECT_UPDATED') throw new TypeError(updated.kind);
    const description = 'https://onerecord.iata.org/ns/cargo#goodsDescription';
    expect(updated.changedProperties).to.deep.equal([description]);
    expect(updated.body?.[description]).to.deep.equal([{ '@value': 'Old books' }]);
  });
});
