/** `/login/return`: where an identity provider comes back to. */
import { define, Failure, failed, href, html, Page, replace, session } from '../core/index.js';
import { finishLogin } from '../shell/oidc.js';
import { providerAnswer } from '../shell/return-address.js';
import { stopSilentSignIn, useToken } from '../shell/sign-in.js';
import { signInTexts as t } from '../texts/sign-in.js';

let isFinished = false;

class LoginReturnPage extends Page {
  #failure: Failure | undefined;

  override get heading(): string {
    return this.#failure === undefined ? t.returning : t.failed;
  }

  override load(): void {
    if (isFinished) return;
    // A code is for one use: going back in the history must not try it again.
    isFinished = true;
    void this.#finish();
  }

  async #finish(): Promise<void> {
    stopSilentSignIn();
    try {
      const returned = await finishLogin(providerAnswer ?? new URLSearchParams());
      if (returned.kind === 'token') await useToken(returned.token, returned.endSession);
      replace(returned.to);
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown;
      session.signOut();
      this.#failure = thrown;
      this.requestUpdate();
    }
  }

  protected override render(): unknown {
    return html`<div class="sign-in">
      <h1>${this.heading}</h1>
      ${
        this.#failure === undefined
          ? html`<p role="status">${t.returning} …</p>`
          : html`${failed(this.#failure)}
              <p><a class="button" href=${href('/login')}>${t.toSignIn}</a></p>`
      }
    </div>`;
  }
}
define('cg-login-return', LoginReturnPage);
