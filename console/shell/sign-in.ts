/** Sign-in: one press with the development identity provider, or through a provider of `CONSOLE_LOGIN`. */
import type { LoginProvider, Me } from '../../src/console/responses.js';
import {
  announce,
  ask,
  askJson,
  button,
  config,
  consoleApi,
  currentAddress,
  currentRoute,
  define,
  Failure,
  failed,
  html,
  isReload,
  LightElement,
  navigate,
  nothing,
  property,
  session,
  submitted,
} from '../core/index.js';
import { signInTexts as t } from '../texts/sign-in.js';

/** Gives the session a token after the node has named its agent. @throws Failure if the node rejects the token. */
export async function useToken(token: string, endSession?: URL): Promise<void> {
  session.setToken(token, endSession);
  const me = await askJson<Me>(consoleApi('/me'));
  session.signIn(me);
}

/** The name at the development identity provider, for a reload of this tab; never a token. */
const AGENT_KEY = 'cargograph-agent';

export const rememberedAgent = (): string | null => sessionStorage.getItem(AGENT_KEY);

export function rememberAgent(client: string): void {
  sessionStorage.setItem(AGENT_KEY, client);
}

/** Forgets who signed in at the development identity provider. */
export function forgetAgent(): void {
  sessionStorage.removeItem(AGENT_KEY);
  stopSilentSignIn();
}

/** Signs out, also at a provider with a logout address. */
export function signOut(): void {
  const { endSession } = session;
  forgetAgent();
  session.signOut();
  navigate('/login');
  if (endSession !== undefined) location.assign(endSession);
}

let mayBeSilent = true;

/**
 * After a reload, asks the only provider once whether the reader's session there is still valid. @returns whether it
 * asks.
 */
export function signInSilently(): boolean {
  const { devIdp, login } = config();
  const [provider, ...others] = login;
  if (!mayBeSilent || devIdp || provider === undefined || others.length > 0) return false;
  mayBeSilent = false;
  import('./oidc.js')
    .then(({ startLogin }) => startLogin(provider, currentAddress(), true))
    .catch((thrown: unknown) => {
      if (!(thrown instanceof Failure)) throw thrown;
      announce(thrown.message);
    });
  return true;
}

/**
 * After a reload, signs in at the development identity provider as before. @returns whether that succeeded.
 */
export async function signInAsBefore(): Promise<boolean> {
  const client = rememberedAgent();
  if (!config().devIdp || client === null || !isReload()) return false;
  try {
    await useToken(await developmentToken(client));
    return true;
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown;
    return false;
  }
}

/** Prevents a silent sign-in after the provider required the reader's action. */
export function stopSilentSignIn(): void {
  mayBeSilent = false;
}

interface TokenAnswer {
  readonly access_token: string;
}

/** A token of the development identity provider, whose client secrets derive from the names. */
export async function developmentToken(client: string, agent?: string): Promise<string> {
  const { text } = await ask('/dev-idp/token', {
    method: 'POST',
    anonymous: true,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client,
      client_secret: `${client}-secret`,
      ...(agent !== undefined && { logistics_agent_uri: agent }),
    }).toString(),
  });
  return (JSON.parse(text) as TokenAnswer).access_token;
}

export class SignInElement extends LightElement {
  /** Below the heading of a page, or in a dialog. */
  @property() accessor level: 'page' | 'dialog' = 'page';
  #failure: Failure | undefined;
  #isBusy = false;

  async #run(signIn: () => Promise<void>): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.#failure = undefined;
    this.requestUpdate();
    try {
      await signIn();
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown;
      this.#failure = thrown;
    } finally {
      this.#isBusy = false;
      this.requestUpdate();
    }
  }

  #asDeveloper(client: string): void {
    void this.#run(async () => {
      await useToken(await developmentToken(client));
      rememberAgent(client);
    });
  }

  #atProvider(provider: LoginProvider): void {
    void this.#run(async () => {
      const { startLogin } = await import('./oidc.js');
      await startLogin(provider, currentRoute().name === 'login' ? '/' : currentAddress());
    });
  }

  protected override render(): unknown {
    const { devIdp, login } = config();
    return html`<div class="sign-in">
      ${this.level === 'page' ? html`<h1>${t.title}</h1>` : nothing}
      <p class="quiet">${t.node} <code>${config().base}</code></p>
      ${this.#failure === undefined ? nothing : failed(this.#failure)}
      ${login.map((provider) =>
        button({ text: t.with(provider.name), tone: 'primary wide', isDisabled: this.#isBusy }, () => {
          this.#atProvider(provider);
        }),
      )}
      ${devIdp ? this.#developer() : nothing} ${!devIdp && login.length === 0 ? html`<p>${t.noWay}</p>` : nothing}
    </div>`;
  }

  #developer(): unknown {
    return html`<section class="card" aria-labelledby="dev-sign-in">
      <h2 id="dev-sign-in">${t.development}</h2>
      <p>${t.developmentHint}</p>
      <div class="buttons start">
        ${button({ text: t.asHolder, tone: 'primary', isDisabled: this.#isBusy }, () => {
          this.#asDeveloper('holder');
        })}
        ${button({ text: t.asAirline, isDisabled: this.#isBusy }, () => {
          this.#asDeveloper('airline');
        })}
      </div>
      <form
        class="inline"
        @submit=${submitted((value) => {
          this.#asDeveloper(value('name'));
        })}
      >
        <label for="dev-name">${t.otherName}</label>
        <input
          id="dev-name"
          name="name"
          required
          pattern="[A-Za-z0-9._~\\-]{1,200}"
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          placeholder=${t.otherExample}
        />
        <button type="submit" ?disabled=${this.#isBusy}>${t.signIn}</button>
      </form>
    </section>`;
  }
}
define('cg-sign-in', SignInElement);

/** Over the page, which stays as it is, so that no input is lost. */
export class SignInAgainElement extends LightElement {
  protected override firstUpdated(): void {
    this.querySelector('dialog')?.showModal();
  }

  protected override render(): unknown {
    return html`<dialog
      class="act"
      aria-labelledby="again-title"
      @cancel=${(event: Event) => {
        event.preventDefault();
      }}
    >
      <h2 id="again-title" tabindex="-1">${t.again}</h2>
      <p>${t.againHint}</p>
      <cg-sign-in .level=${'dialog'}></cg-sign-in>
    </dialog>`;
  }
}
define('cg-sign-in-again', SignInAgainElement);
