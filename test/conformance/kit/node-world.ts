/** A node in the process as the world of a row (T28): its clock is moved where a remote server's would have to pass. */
import { NotificationServer } from '../../../src/conformance/receiver.js';
import type { Identity } from '../../../src/conformance/remote-caller.js';
import type { Session } from '../../../src/conformance/remote-world.js';
import { Transport } from '../../../src/conformance/transport.js';
import type { ApiVersion } from '../../../src/conformance/versions.js';
import { fastRetries, tokenFor } from '../../support/exchange.js';
import { startTestNode, type TestNode, token } from '../../support/node.js';

export class NodeWorlds {
  #ids = 0;

  private constructor(
    readonly node: TestNode,
    readonly receiver: NotificationServer,
    private readonly identities: Readonly<Record<'holder' | 'partner' | 'stranger', Identity>>,
  ) {}

  static async start(): Promise<NodeWorlds> {
    const node = await startTestNode({ env: fastRetries });
    const receiver = await NotificationServer.start();
    const identity = (name: Identity['name'], agent: string, text: string): Identity => ({
      name,
      agent,
      token: () => Promise.resolve(text),
    });
    const partner = `${receiver.url}/logistics-objects/kit`;
    const stranger = `${node.url}/logistics-objects/stranger`;
    return new NodeWorlds(node, receiver, {
      holder: identity('holder', node.holder.agent, await token(node.url, 'holder')),
      partner: identity('partner', partner, await tokenFor(node.url, partner, 'kit')),
      stranger: identity('stranger', stranger, await tokenFor(node.url, stranger, 'stranger')),
    });
  }

  async stop(): Promise<void> {
    await this.node.stop();
    await this.receiver.stop();
  }

  session(version: ApiVersion): Session {
    const transport = new Transport({ rate: 0, readOnly: false, signal: new AbortController().signal });
    const { clock } = this.node;
    return {
      version,
      server: this.node.url,
      run: '00000000',
      decide: 'request',
      identities: this.identities,
      receiver: this.receiver,
      time: {
        now: () => clock.now(),
        later: (seconds) => {
          clock.advance(seconds);
          return Promise.resolve();
        },
      },
      ids: () => `kit-00000000-${(this.#ids += 1)}`,
      send: (sent, body, authorization) => transport.send(sent, body, authorization),
    };
  }
}
