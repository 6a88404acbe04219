/** `/login`: sign-in, then Home. */
import { define, html, navigate, Page, session } from '../core/index.js';
import '../shell/sign-in.js';
import { signInTexts as t } from '../texts/sign-in.js';

class LoginPage extends Page {
  override get heading(): string {
    return t.title;
  }

  override load(): void {
    // A signed-in reader goes on to Home.
    if (session.me !== undefined) navigate('/');
  }

  readonly #onSignIn = (): void => {
    if (session.me !== undefined) navigate('/');
  };

  override connectedCallback(): void {
    super.connectedCallback();
    session.addEventListener('change', this.#onSignIn);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    session.removeEventListener('change', this.#onSignIn);
  }

  protected override render(): unknown {
    return html`<cg-sign-in></cg-sign-in>`;
  }
}
define('cg-login', LoginPage);
