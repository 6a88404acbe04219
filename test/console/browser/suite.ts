/**
 * The hooks of browser tests: a browser and a node for each suite, a window for each test. What they start is read within
 * hooks and tests; reading it earlier throws.
 */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expectUnharmed, open, startBrowser, tolerate, type Watched } from './browser.js';
import { record } from './keyboard.js';
import { type RunningWorld, startWorld } from './node.js';

function started<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('it is read before the hook that starts it has run');
  return value;
}

export interface BrowserSuite {
  readonly browser: Browser;
}

/** A browser for the tests of the suite; without one they are skipped (in CI they fail). */
export function browserHooks(): BrowserSuite {
  let browser: Browser | undefined;
  before(async function () {
    browser = await startBrowser(this);
  });
  after(() => browser?.close());
  return {
    get browser() {
      return started(browser);
    },
  };
}

export interface WorldSuite extends BrowserSuite {
  readonly world: RunningWorld;
}

export interface WorldOptions {
  /** Settings of the node. */
  readonly env?: Readonly<Record<string, string>>;
  /** What the tests of the suite need beside the world. */
  readonly prepare?: (world: RunningWorld) => Promise<unknown>;
}

/** A browser, and a node with the tests' world. */
export function worldHooks({ env, prepare }: WorldOptions = {}): WorldSuite {
  const suite = browserHooks();
  let world: RunningWorld | undefined;
  before(async () => {
    world = await startWorld(env);
    await prepare?.(world);
  });
  after(() => world?.stop());
  return {
    get browser() {
      return suite.browser;
    },
    get world() {
      return started(world);
    },
  };
}

export interface WindowOptions {
  readonly window?: BrowserContextOptions;
  /** Called before the window shows a page. */
  readonly opened?: (watched: Watched) => Promise<unknown>;
  /** Where requests may go, beside the node. */
  readonly origins?: () => readonly string[];
  /** What pages may write to their console in every test of the suite. */
  readonly tolerated?: RegExp;
  /** Each test is recorded, where a folder is named for that. */
  readonly isRecorded?: boolean;
}

export interface OpenedWindow {
  readonly watched: Watched;
  readonly page: Page;
}

/** A window for each test, in which nothing that a partner wrote may have run. @param url of the node. */
export function eachInWindow(suite: BrowserSuite, url: () => string, options: WindowOptions = {}): OpenedWindow {
  const { window, opened, origins, tolerated, isRecorded = false } = options;
  let watched: Watched | undefined;
  let stopRecording: (() => Promise<void>) | undefined;
  beforeEach(async function () {
    watched = await open(suite.browser, url(), window, origins?.());
    if (isRecorded) stopRecording = await record(watched.context, this.currentTest?.title ?? '');
    await opened?.(watched);
  });
  afterEach(async () => {
    const shown = started(watched);
    await stopRecording?.();
    if (tolerated !== undefined) tolerate(shown, tolerated);
    try {
      await expectUnharmed(shown);
    } finally {
      await shown.context.close();
    }
  });
  return {
    get watched() {
      return started(watched);
    },
    get page() {
      return started(watched).page;
    },
  };
}

export interface WindowSuite extends WorldSuite, OpenedWindow {}

/** A browser, a node with the tests' world, and a window for each test. */
export function windowHooks(options: WorldOptions & WindowOptions = {}): WindowSuite {
  const suite = worldHooks(options);
  const shown = eachInWindow(suite, () => suite.world.url, options);
  return {
    get browser() {
      return suite.browser;
    },
    get world() {
      return suite.world;
    },
    get watched() {
      return shown.watched;
    },
    get page() {
      return shown.page;
    },
  };
}
