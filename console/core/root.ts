/** The address of the console: its files are in `{console}/assets`, so it works below any path and under any name. */
import type { ConsoleConfig } from '../../src/console/responses.js';

/** The path of the console, with a trailing slash. */
export const rootPath = new URL('..', import.meta.url).pathname;

/** The path of the node's addresses, with a trailing slash. */
export const nodePath = new URL('../..', import.meta.url).pathname;

let loaded: ConsoleConfig | undefined;

/** @throws TypeError before the configuration has loaded; main.ts waits for it. */
export function config(): ConsoleConfig {
  if (loaded === undefined) throw new TypeError('the configuration is not there yet');
  return loaded;
}

export function setConfig(value: ConsoleConfig): void {
  loaded = value;
}

/** The path below the base of a URI of this node, with a leading slash; undefined for other URIs. */
export function pathBelowBase(uri: string): string | undefined {
  const { base } = config();
  if (uri === base) return '/';
  return uri.startsWith(`${base}/`) ? uri.slice(base.length) : undefined;
}

/** The URI of this node with a path below its base. */
export function uriAt(path: string): string {
  return config().base + path;
}

/** Whether a link may have this target: lit does not reject `javascript:`. */
export function isWebAddress(uri: string): boolean {
  return /^https?:\/\//i.test(uri) && URL.canParse(uri);
}
