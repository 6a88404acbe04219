/** Addresses of the console and navigation between them. */
import { type ConsoleAddress, matchAddress } from '../../src/console/addresses.js';
import { isWebAddress, pathBelowBase, rootPath } from './root.js';
import { notePlace } from './scroll.js';

/** The current address. */
export interface Route {
  /** Undefined if no page has the address. */
  readonly name: ConsoleAddress | undefined;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Free text from the reader, which no server sees. */
  readonly fragment: string;
  /** Below the console, with a leading slash. */
  readonly path: string;
}

export function currentRoute(): Route {
  const { pathname, search, hash } = location;
  const path = pathname.startsWith(rootPath) ? `/${pathname.slice(rootPath.length)}` : '/';
  const matched = matchAddress(path);
  return {
    name: matched?.name,
    params: matched?.params ?? {},
    query: new URLSearchParams(search),
    fragment: hash.slice(1),
    path,
  };
}

/** The address below the console, with its query and fragment. */
export function currentAddress(): string {
  return currentRoute().path + location.search + location.hash;
}

const changes = new EventTarget();

/** How the address changed: by a link, on the current page, or by Back and Forward. */
export type RouteChange = 'navigated' | 'replaced' | 'history';

/** Calls a function when the address changes; `kind` is the way of the change. */
export function onRoute(listener: (kind: RouteChange) => void): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  changes.addEventListener(
    'navigated',
    () => {
      listener('navigated');
    },
    { signal },
  );
  changes.addEventListener(
    'replaced',
    () => {
      listener('replaced');
    },
    { signal },
  );
  addEventListener(
    'popstate',
    () => {
      listener('history');
    },
    { signal },
  );
  return () => {
    controller.abort();
  };
}

/** The address of a page. @param path below the console, with a leading slash. */
export function href(path: string): string {
  return rootPath + path.slice(1);
}

/** Opens a page of the console. */
export function navigate(path: string): void {
  notePlace();
  history.pushState(null, '', href(path));
  changes.dispatchEvent(new Event('navigated'));
}

/** Gives the current page other filters; Back restores the previous ones. The scroll position stays. */
export function refine(path: string): void {
  if (href(path) === location.pathname + location.search) return;
  notePlace();
  history.pushState(null, '', href(path));
  changes.dispatchEvent(new Event('replaced'));
}

/** Replaces the address of the current page, such as its revision. The scroll position and the target of Back stay. */
export function replace(path: string): void {
  history.replaceState(history.state, '', href(path));
  changes.dispatchEvent(new Event('replaced'));
}

/** The parameters of a page of a list. */
const PAGE = ['page', 'after', 'before', 'skip', 'row'] as const;

/** The same path with other query parameters, without empty ones. `page` stands for all parameters of a page. */
export function withQuery(route: Route, values: Readonly<Record<string, string | undefined>>): string {
  const parameters = new URLSearchParams(route.query);
  if ('page' in values) for (const name of PAGE) parameters.delete(name);
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === '') parameters.delete(name);
    else parameters.set(name, value);
  }
  const text = parameters.toString();
  return route.path + (text === '' ? '' : `?${text}`);
}

/** The page of a URI: its own path for this node's URIs, else the page about foreign URIs. */
export function pageOf(uri: string): string | undefined {
  // Messages and erasures are below `/internal`; the console has no such part.
  const path = pathBelowBase(uri)?.replace(/^\/internal(?=\/(?:messages|erasures)\/)/, '');
  if (path !== undefined && matchAddress(path) !== undefined) return path;
  return isWebAddress(uri) || /^urn:/i.test(uri) ? `/other?uri=${encodeURIComponent(uri)}` : undefined;
}

/** Follows links within the console without a page load. `data-refine` marks those that only give the page other filters. */
export function followLinks(root: EventTarget): void {
  root.addEventListener('click', (event) => {
    if (!(event instanceof MouseEvent) || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event
      .composedPath()
      .find((target) => target instanceof HTMLAnchorElement || target instanceof SVGAElement);
    if (link === undefined || link.hasAttribute('target') || link.hasAttribute('download')) return;
    // Links in drawings hold the address as written.
    const to = new URL(link instanceof SVGAElement ? link.href.baseVal : link.href, location.href);
    if (to.origin !== location.origin || !to.pathname.startsWith(rootPath)) return;
    if (to.pathname === location.pathname && to.search === location.search && to.hash !== '') return;
    event.preventDefault();
    const path = to.pathname.slice(rootPath.length - 1) + to.search + to.hash;
    if (link.hasAttribute('data-refine')) refine(path);
    else navigate(path);
  });
}
