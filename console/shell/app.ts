/** `<cg-app>`: the shell around every page. */
import {
  announce,
  connection,
  currentRoute,
  define,
  failed,
  type Failure,
  followLinks,
  href,
  html,
  LightElement,
  loadTermLabels,
  nothing,
  onAnnounce,
  onPreference,
  onRoute,
  Page,
  type Route,
  session,
  shared,
  config,
  timeText,
  utc,
  visibleText,
} from '../core/index.js';
import { pages } from '../registry.js';
import { shellTexts as t } from '../texts/shell.js';
import { accountMenu } from './account.js';
import { findBox } from './find-box.js';
import { bottomBar, navigation } from './navigation.js';
import { listenToKeys } from './keys.js';
import { followChanges } from './live-stream.js';
import { signInSilently } from './sign-in.js';

/** How long before the token expires that is said. */
const WARN_MS = 60_000;
/** After the first page, which must not wait for the others. */
const PRELOAD_MS = 1500;

export class AppElement extends LightElement {
  #isStarted = false;
  #failure: Failure | undefined;
  #route: Route | undefined;
  #page: Page | undefined;
  #pageError = false;
  #isPreloaded = false;
  #announcement = '';
  #expiresSoon = false;
  #warning: ReturnType<typeof setTimeout> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    followLinks(this);
    onAnnounce((text) => {
      this.#announcement = text;
      this.requestUpdate();
    });
    onPreference(() => {
      this.requestUpdate();
    });
    connection.addEventListener('change', () => {
      this.requestUpdate();
    });
    session.addEventListener('change', () => {
      void this.#show(false);
      this.#watchExpiry();
    });
    session.addEventListener('renew', () => {
      this.#watchExpiry();
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
  }

  /** Called when the configuration is there. */
  start(): void {
    this.#isStarted = true;
    followChanges();
    onRoute((kind) => void this.#show(kind !== 'replaced'));
    const { name } = currentRoute();
    const isForAnyone = name !== undefined && pages[name].audience === 'anyone';
    if (isForAnyone || !signInSilently()) void this.#show(false);
  }

  fail(failure: Failure): void {
    this.#failure = failure;
    this.requestUpdate();
  }

  /** Shows the page of the address. @param isNew whether the reader has gone to another one: it gets the focus. */
  async #show(isNew: boolean): Promise<void> {
    const route = currentRoute();
    this.#route = route;
    this.#pageError = false;
    const entry = route.name === undefined ? undefined : pages[route.name];
    if (entry === undefined || !this.#mayShow(entry.audience)) {
      this.#page = undefined;
      this.requestUpdate();
      return;
    }
    const path = route.path + route.query.toString();
    if (this.#page?.localName !== entry.tag) {
      this.#page = undefined;
      this.requestUpdate();
      try {
        await entry.load();
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
    // The page may have led to another one.
    if (page !== this.#page) return;
    this.#setTitle();
    if (isNew) this.#focusHeading();
    this.#preload();
  }

  /** What the navigation leads to is there when the node cannot be reached later. */
  #preload(): void {
    if (this.#isPreloaded || session.me === undefined) return;
    this.#isPreloaded = true;
    setTimeout(() => {
      void loadTermLabels();
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
    const heading = this.#page?.heading ?? '';
    document.title = heading === '' ? shared.product : `${heading} · ${shared.product}`;
  }

  #focusHeading(): void {
    const heading = this.querySelector<HTMLElement>('main h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
    scrollTo(0, 0);
    announce(document.title);
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
        <div class="top-end">${this.#connectionMark()} ${accountMenu()}</div>
      </header>
      ${this.#sheet()} ${isIn ? navigation(section) : nothing} ${this.#banners()}
      <main id="main" tabindex="-1">${this.#content()}</main>
      ${isIn ? bottomBar(section) : nothing}
      <div class="visually-hidden" role="status" aria-live="polite">${this.#announcement}</div>
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

  #connectionMark(): unknown {
    return html`<span class="connection ${connection.isOnline ? 'good' : 'bad'}" role="status"
      ><span aria-hidden="true" class="dot"></span
      ><span class="connection-text">${connection.isOnline ? t.online : t.offline}</span></span
    >`;
  }

  #banners(): unknown {
    const { isOnline, lastAnswer } = connection;
    return html`${
      isOnline
        ? nothing
        : html`<p class="banner" role="alert">
            ${lastAnswer === undefined ? t.offlineNever : t.offlineSince(timeText(lastAnswer, true))}
          </p>`
    }${
      this.#expiresSoon && !session.isExpired
        ? html`<p class="banner" role="alert">
            ${t.expiresSoon}
            <button
              type="button"
              @click=${() => {
                session.expire(session.token);
              }}
            >
              ${t.renew}
            </button>
          </p>`
        : nothing
    }`;
  }

  #content(): unknown {
    const { name } = this.#route ?? {};
    const entry = name === undefined ? undefined : pages[name];
    if (entry === undefined && session.me !== undefined) return this.#notice(t.notFound, t.notFoundHint);
    if (entry !== undefined && session.me !== undefined && !this.#mayShow(entry.audience))
      return this.#notice(shared.failures.forbidden, t.internalOnly);
    if (session.me === undefined && entry?.audience !== 'anyone') return html`<cg-sign-in></cg-sign-in>`;
    if (this.#pageError)
      return html`<h1>${t.pageFailed}</h1>
        <button
          type="button"
          @click=${() => {
            location.reload();
          }}
        >
          ${t.reload}
        </button>`;
    return this.#page ?? html`<p class="visually-hidden" role="status" aria-busy="true">${t.loadingPage}</p>`;
  }

  #notice(title: string, hint: string): unknown {
    return html`<h1>${title}</h1>
      <p>${hint}</p>
      <p><a class="button" href=${href('/')}>${t.toHome}</a></p>`;
  }
}
define('cg-app', AppElement);

declare global {
  interface HTMLElementTagNameMap {
    'cg-app': AppElement;
  }
}
