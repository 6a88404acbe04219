/** `<cg-app>`: the shell around every page. */
import {
  announce,
  button,
  connection,
  currentRoute,
  define,
  failed,
  Failure,
  followLinks,
  href,
  html,
  icon,
  LightElement,
  loadTermLabels,
  nothing,
  onAnnounce,
  onPreference,
  onRoute,
  Page,
  restoreAfterReload,
  restorePlace,
  type Route,
  type RouteChange,
  session,
  shared,
  config,
  utc,
  visibleText,
  watchConnection,
  watchPlace,
} from '../core/index.js';
import { pages } from '../registry.js';
import { signInTexts as signIn } from '../texts/sign-in.js';
import { shellTexts as t } from '../texts/shell.js';
import { accountMenu } from './account.js';
import { banners, connectionMark } from './banners.js';
import { findBox } from './find-box.js';
import { bottomBar, navigation } from './navigation.js';
import { listenToKeys } from './keys.js';
import { laterStyles } from './later-styles.js';
import { followChanges } from './live-stream.js';
import { newButton } from './new-button.js';
import { signInAsBefore, signInSilently } from './sign-in.js';
import { joinSession, shareSession } from './tabs.js';

/** The time before the token's expiry at which the shell warns. */
const WARN_MS = 60_000;
/** After the first page, which must not wait for the other files. */
const PRELOAD_MS = 1500;
const TOAST_MS = 4000;

/** The content in place of a page. */
type Obstacle =
  | { readonly kind: 'signed-out'; readonly tab: string }
  | { readonly kind: 'notice'; readonly tab: string; readonly title: string; readonly hint: string };

export class AppElement extends LightElement {
  #isStarted = false;
  #failure: Failure | undefined;
  #route: Route | undefined;
  #page: Page | undefined;
  #pageError = false;
  #isPreloaded = false;
  #announcement = '';
  #toast = '';
  #toastEnds: ReturnType<typeof setTimeout> | undefined;
  /** The title last announced to the reader, of the current page. */
  #announced: string | undefined;
  #expiresSoon = false;
  #warning: ReturnType<typeof setTimeout> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    followLinks(this);
    onAnnounce((text) => {
      // A text that is said again is another text.
      this.#announcement = text === this.#announcement ? `${text}\u00a0` : text;
      this.requestUpdate();
    });
    onAnnounce((text) => {
      this.#showToast(text);
    }, 'toast');
    onPreference(() => {
      this.requestUpdate();
    });
    connection.addEventListener('change', () => {
      if (connection.isOnline && this.#pageError) void this.#show('replaced');
      this.requestUpdate();
    });
    session.addEventListener('change', () => {
      void this.#show('replaced');
      this.#watchExpiry();
    });
    session.addEventListener('renew', () => {
      this.#watchExpiry();
      this.#setTitle();
      this.requestUpdate();
    });
    this.addEventListener('page-updated', () => {
      this.#setTitle();
      this.requestUpdate();
    });
    addEventListener('beforeprint', () => {
      this.requestUpdate();
    });
    listenToKeys(() => this.#page);
    watchConnection();
    watchPlace();
  }

  /** Called once the configuration has loaded. */
  start(): void {
    this.#isStarted = true;
    followChanges();
    onRoute((kind) => void this.#show(kind));
    shareSession();
    void this.#begin();
  }

  /** Shows the first page: with the session of another tab, or of this one before a reload, if there is one. */
  async #begin(): Promise<void> {
    const { name } = currentRoute();
    const isForAnyone = name !== undefined && pages[name].audience === 'anyone';
    // The answer of an identity provider is a session of its own.
    if (name !== 'loginReturn') {
      try {
        if ((await joinSession()) || (await signInAsBefore())) return;
      } catch (thrown) {
        if (!(thrown instanceof Failure)) throw thrown;
      }
    }
    if (isForAnyone || !signInSilently()) await this.#show('replaced');
  }

  fail(failure: Failure): void {
    this.#failure = failure;
    this.requestUpdate();
  }

  /** Renders the page of the address. @param kind how the address changed: a different page gets the focus. */
  async #show(kind: RouteChange): Promise<void> {
    const route = currentRoute();
    this.#route = route;
    this.#pageError = false;
    const entry = route.name === undefined ? undefined : pages[route.name];
    if (entry === undefined || !this.#mayShow(entry.audience)) {
      this.#page = undefined;
      this.requestUpdate();
      await this.updateComplete;
      this.#setTitle();
      if (kind !== 'replaced') this.#focusHeading(kind);
      return;
    }
    const path = route.path + route.query.toString();
    if (this.#page?.localName !== entry.tag) {
      this.#page = undefined;
      this.requestUpdate();
      try {
        await Promise.all([entry.load(), route.name === 'home' ? undefined : laterStyles()]);
      } catch {
        this.#pageError = true;
        this.requestUpdate();
        return;
      }
      const now = currentRoute();
      if (now.path + now.query.toString() !== path) return;
      const element = document.createElement(entry.tag);
      if (!(element instanceof Page)) throw new TypeError(`${entry.tag} is no page`);
      this.#page = element;
    }
    const page = this.#page;
    page.route = route;
    this.requestUpdate();
    await this.updateComplete;
    await page.updateComplete;
    // The page may have redirected.
    if (page !== this.#page) return;
    this.#setTitle();
    if (kind !== 'replaced') this.#focusHeading(kind);
    else if (!this.#isPreloaded) restoreAfterReload();
    this.#preload();
  }

  /** Preloads the pages of the navigation, so that they open while the node cannot be reached. */
  #preload(): void {
    if (this.#isPreloaded || session.me === undefined) return;
    this.#isPreloaded = true;
    setTimeout(() => {
      void loadTermLabels();
      void laterStyles();
      for (const { section, load } of Object.values(pages))
        if (section !== undefined)
          load().catch(() => {
            this.#isPreloaded = false;
          });
    }, PRELOAD_MS);
  }

  #mayShow(audience: 'anyone' | 'all' | 'internal'): boolean {
    return audience === 'anyone' || (session.me !== undefined && (audience === 'all' || session.me.internal));
  }

  #setTitle(): void {
    const heading = session.isExpired ? signIn.again : (this.#obstacle()?.tab ?? this.#page?.tabTitle ?? '');
    document.title = heading === '' ? shared.product : `${heading} · ${shared.product}`;
    // A page whose title comes from its response is announced once that has loaded.
    if (this.#announced !== undefined && this.#announced !== document.title) announce(document.title);
    if (this.#announced !== undefined) this.#announced = document.title;
  }

  #focusHeading(kind: RouteChange): void {
    const heading = this.querySelector<HTMLElement>('main h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
    if (kind === 'history') restorePlace();
    else scrollTo(0, 0);
    this.#announced = document.title;
    announce(document.title);
  }

  #showToast(text: string): void {
    clearTimeout(this.#toastEnds);
    this.#toast = text;
    this.#toastEnds = setTimeout(() => {
      this.#toast = '';
      this.requestUpdate();
    }, TOAST_MS);
    this.requestUpdate();
  }

  #watchExpiry(): void {
    clearTimeout(this.#warning);
    this.#expiresSoon = false;
    const expiresAt = session.me?.expiresAt;
    if (expiresAt === null || expiresAt === undefined) return;
    const wait = Math.min(new Date(expiresAt).getTime() - Date.now() - WARN_MS, 2 ** 31 - 1);
    this.#warning = setTimeout(
      () => {
        this.#expiresSoon = true;
        this.requestUpdate();
      },
      Math.max(0, wait),
    );
  }

  protected override render(): unknown {
    if (this.#failure !== undefined)
      return html`<main id="main" class="alone">
        <h1>${shared.product}</h1>
        ${failed(this.#failure, () => {
          location.reload();
        })}
      </main>`;
    if (!this.#isStarted || this.#route === undefined) return nothing;
    const section = this.#route.name === undefined ? undefined : pages[this.#route.name].section;
    const isIn = session.me !== undefined;
    return html`<a class="skip" href="#main">${t.skip}</a>
      ${config().devIdp ? html`<aside class="development">${t.development}</aside>` : nothing}
      <header class="top">
        <a class="brand" href=${href('/')}>${shared.product}</a>
        ${isIn ? findBox(this.#route) : nothing}
        <div class="top-end">
          ${session.me?.internal === true ? newButton() : nothing} ${connectionMark()} ${accountMenu()}
        </div>
      </header>
      ${this.#sheet()} ${isIn ? navigation(section) : nothing} ${banners(this.#expiresSoon)}
      <main id="main" tabindex="-1">${this.#content()}</main>
      ${isIn ? bottomBar(section) : nothing}
      ${this.#toast === '' ? nothing : html`<p class="toast" aria-hidden="true">${icon('requests')} ${this.#toast}</p>`}
      <div class="visually-hidden" role="status" aria-live="polite"><bdi>${this.#announcement}</bdi></div>
      ${session.isExpired ? html`<cg-sign-in-again></cg-sign-in-again>` : nothing}`;
  }

  /** At the head of each printed sheet. */
  #sheet(): unknown {
    const { me } = session;
    if (me === undefined || this.#page === undefined) return nothing;
    const { uri, facts } = this.#page.sheet;
    return html`<div class="sheet-head" aria-hidden="true">
      <div>
        <strong>${visibleText(uri)}</strong>
        ${[...facts, shared.printed(utc(new Date(), true), me.agent)].map((fact) => html`<span>${visibleText(fact)}</span>`)}
      </div>
    </div>`;
  }

  #content(): unknown {
    const obstacle = this.#obstacle();
    if (obstacle?.kind === 'signed-out') return html`<cg-sign-in></cg-sign-in>`;
    if (obstacle !== undefined)
      return html`<h1>${obstacle.title}</h1>
        <p>${obstacle.hint}</p>
        <p><a class="button" href=${href('/')}>${t.toHome}</a></p>`;
    if (this.#pageError)
      return html`<h1>${t.pageFailed}</h1>
        ${button(t.reload, () => {
          location.reload();
        })}`;
    return this.#page ?? html`<p class="visually-hidden" role="status" aria-busy="true">${t.loadingPage}</p>`;
  }

  /** The reason why an address has no page. */
  #obstacle(): Obstacle | undefined {
    const { name } = this.#route ?? {};
    const audience = name === undefined ? undefined : pages[name].audience;
    if (session.me === undefined) return audience === 'anyone' ? undefined : { kind: 'signed-out', tab: signIn.title };
    if (audience === undefined)
      return { kind: 'notice', tab: shared.titles.notFound, title: t.notFound, hint: t.notFoundHint };
    if (this.#mayShow(audience)) return undefined;
    return { kind: 'notice', tab: shared.titles.noAccess, title: shared.failures.forbidden, hint: t.internalOnly };
  }
}
define('cg-app', AppElement);

declare global {
  interface HTMLElementTagNameMap {
    'cg-app': AppElement;
  }
}
