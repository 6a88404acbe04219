/** `/login/return`: the redirect address for identity providers. */
import {
  button,
  define,
  Failure,
  failed,
  href,
  html,
  nothing,
  Page,
  replace,
  returnTo,
  session,
} from '../core/index.js';
import { finishLogin, type Returned } from '../shell/oidc.js';
import { providerAnswer } from '../shell/return-address.js';
import { stopSilentSignIn, useToken } from '../shell/sign-in.js';
import { signInTexts as t } from '../texts/sign-in.js';

let isFinished = false;

type ReturnedToken = Extract<Returned, { readonly kind: 'token' }>;

/** A token without the claim that names the agent: the node's error names the claim. */
const NO_AGENT = /\blogistics_agent_uri\b/;

class LoginReturnPage extends Page {
  #failure: Failure | undefined;
  /** Of a provider whose token was rejected: unless that session ends, the provider returns the same token. */
  #another: { readonly name: string; readonly endSession: URL } | undefined;

  override get heading(): string {
    return this.#failure === undefined ? t.returning : t.failed;
  }

  override load(): void {
    if (isFinished) return;
    // An authorization code is valid once: Back must not send it again.
    isFinished = true;
    void this.#finish();
  }

  async #finish(): Promise<void> {
    stopSilentSignIn();
    try {
      const returned = await finishLogin(providerAnswer ?? new URLSearchParams());
      if (returned.kind === 'token') await this.#use(returned);
      returnTo(returned.place);
      replace(returned.to);
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown;
      session.signOut();
      this.#failure = thrown;
      this.requestUpdate();
    }
  }

  /** @throws Failure with the reader's next step, if the node rejects the token. */
  async #use({ token, provider: { name }, endSession }: ReturnedToken): Promise<void> {
    try {
      await useToken(token, endSession);
    } catch (thrown) {
      if (!(thrown instanceof Failure) || thrown.kind !== 'unauthenticated') throw thrown;
      if (endSession !== undefined) this.#another = { name, endSession };
      const hasAgent = !thrown.details.some(({ message }) => NO_AGENT.test(message));
      const message = hasAgent ? t.notAccepted(name) : t.noAgent(name);
      throw new Failure('error', thrown.status, message, thrown.details, thrown.id, null);
    }
  }

  protected override render(): unknown {
    return html`<div class="sign-in">
      <h1>${this.heading}</h1>
      ${
        this.#failure === undefined
          ? html`<p role="status">${t.returning} …</p>`
          : html`${failed(this.#failure)}
              <div class="buttons start">
                ${this.#signOutThere()}
                <a class="button" href=${href('/login')}>${t.toSignIn}</a>
              </div>`
      }
    </div>`;
  }

  #signOutThere(): unknown {
    if (this.#another === undefined) return nothing;
    const { name, endSession } = this.#another;
    return button({ text: t.another(name), tone: 'primary' }, () => {
      location.assign(endSession);
    });
  }
}
define('cg-login-return', LoginReturnPage);
