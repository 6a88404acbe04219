/** `<cg-sample>`: creates the example exchange in an empty development node, through the API. */
import type { SampleNode, SampleParty } from '../../src/console/sample-node.js';
import {
  ask,
  button,
  config,
  changed,
  define,
  failed,
  Failure,
  html,
  LightElement,
  nothing,
  pathBelowBase,
} from '../core/index.js';
import { developmentToken } from '../shell/sign-in.js';
import { sampleTexts as t } from '../texts/sample.js';

const parsed = (text: string): unknown => (text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : undefined);

/** The node with the interface that the example uses: each party has a token of its own. */
function sampleNode(context: object): SampleNode {
  const { base } = config();
  return {
    base,
    party: async (client, agent): Promise<SampleParty> => {
      const token = await developmentToken(client, agent);
      return {
        send: async (method, address, body) => {
          const path = address.startsWith('/') ? address : (pathBelowBase(address) ?? '/');
          // Messages come from files, which a browser has not.
          const sent = typeof body === 'object' ? { body: JSON.stringify({ '@context': context, ...body }) } : {};
          try {
            const verb = (['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const).find((one) => one === method) ?? 'GET';
            const { status, headers, text } = await ask(path, {
              method: verb,
              token,
              accept: 'application/ld+json',
              ...sent,
            });
            return { status, location: headers.get('location'), body: parsed(text) };
          } catch (thrown) {
            // One of its changes fails on purpose.
            if (!(thrown instanceof Failure) || thrown.kind === 'offline') throw thrown;
            return { status: thrown.status, location: null, body: undefined };
          }
        },
      };
    },
  };
}

export class SampleElement extends LightElement {
  #step = '';
  #isRunning = false;
  #failure: Failure | undefined;

  async #create(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#failure = undefined;
    this.requestUpdate();
    try {
      const [{ createSample }, { SampleError }, { sampleContext }] = await Promise.all([
        import('../../src/console/sample.js'),
        import('../../src/console/sample-node.js'),
        import('../../src/console/sample-payloads.js'),
      ]);
      try {
        await createSample(sampleNode(sampleContext), (step) => {
          this.#step = step;
          this.requestUpdate();
        });
      } catch (thrown) {
        if (!(thrown instanceof SampleError)) throw thrown;
        throw new Failure('error', 0, thrown.message, [], null, null);
      }
      this.dispatchEvent(new CustomEvent('sample-created', { bubbles: true }));
      changed();
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown;
      this.#failure = thrown;
    } finally {
      this.#isRunning = false;
      this.requestUpdate();
    }
  }

  protected override render(): unknown {
    return html`<p>
        ${button({ text: this.#isRunning ? t.creating : t.create, tone: 'primary', isDisabled: this.#isRunning }, () => void this.#create())}
      </p>
      <p role="status">${this.#isRunning ? this.#step : t.hint}</p>
      ${this.#failure === undefined ? nothing : failed(this.#failure)}`;
  }
}
define('cg-sample', SampleElement);
