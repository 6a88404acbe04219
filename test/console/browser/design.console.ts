/**
 * `/console/design`: every component in every state (K88), without a finding of axe (K90), and as on its picture (K89).
 * Pictures are those of Debian's Chromium and fonts, as CI has them: elsewhere they are not compared. `PICTURES=write`
 * makes them anew.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import pixelmatch from 'pixelmatch';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { desktop, findings, open, overflow, phone, settled } from './browser.js';
import { worldHooks } from './suite.js';

const folder = fileURLToPath(new URL('../pictures/', import.meta.url));
const isWritten = process.env['PICTURES'] === 'write';
const isCompared = process.env['CI'] !== undefined || isWritten;
/** The share of pixels that may differ. */
const DIFFERENT = 0.002;

const variants: Readonly<Record<string, BrowserContextOptions>> = {
  light: { ...desktop, colorScheme: 'light' },
  dark: { ...desktop, colorScheme: 'dark' },
  phone: { ...phone, colorScheme: 'light', deviceScaleFactor: 1 },
};

/** What K88 lists. */
const COMPONENTS = [
  'button',
  'link',
  'field text',
  'table',
  'card',
  'chip',
  'dialog',
  'toast',
  'banner',
  'pager',
  'tabs',
];
const MORE = ['timeline', 'chart', 'empty', 'loading', 'error', 'acts', 'field number', 'field check', 'tokens'];

interface Box {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The samples with their places, in whole pixels. */
const boxesOf = (page: Page): Promise<Box[]> =>
  page.evaluate<Box[]>(`[...document.querySelectorAll('[data-component]')].map((element) => {
    const { component, state } = element.dataset;
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const [x, y] = [Math.floor(left + scrollX), Math.floor(top + scrollY)];
    return { name: component + ' ' + state, x, y, width: Math.ceil(right) - Math.floor(left), height: Math.ceil(bottom) - Math.floor(top) };
  })`);

function cut(image: PNG, { x, y, width, height }: Box): PNG {
  const part = new PNG({ width, height });
  PNG.bitblt(image, part, x, y, width, height, 0, 0);
  return part;
}

const fileOf = (variant: string, name: string): string => `${folder}${variant}/${name.replace(/\W+/g, '-')}.png`;

/** Why a sample is not as on its picture; undefined if it is. */
function differenceOf(part: PNG, file: string): string | undefined {
  const { width, height } = part;
  const picture = PNG.sync.read(readFileSync(file));
  if (picture.width !== width || picture.height !== height)
    return `${width} × ${height} instead of ${picture.width} × ${picture.height}`;
  const differing = pixelmatch(picture.data, part.data, undefined, width, height, { threshold: 0.1 });
  return differing > width * height * DIFFERENT ? `${differing} of ${width * height} pixels` : undefined;
}

describe('the components of the console', () => {
  const suite = worldHooks();

  for (const [variant, options] of Object.entries(variants))
    it(`are as they are to be (${variant})`, async function () {
      const { page, context, problems } = await open(suite.browser, suite.world.url, options);
      await page.goto(`${suite.world.url}/console/design`);
      await page.locator('cg-chart svg').waitFor();
      await settled(page);
      const boxes = await boxesOf(page);
      const names = new Set(boxes.map(({ name }) => name));
      for (const component of [...COMPONENTS, ...MORE])
        expect(
          [...names].some((name) => name.startsWith(`${component} `)),
          component,
        ).to.equal(true);
      for (const state of ['rest', 'hover', 'focus', 'active', 'disabled', 'busy'])
        expect(names).to.include(`button ${state}`);
      expect(names.size, 'each once').to.equal(boxes.length);
      expect(await findings(page)).to.deep.equal([]);
      expect(await overflow(page)).to.equal(0);
      if (isCompared) {
        const image = PNG.sync.read(await page.screenshot({ fullPage: true, animations: 'disabled' }));
        if (isWritten) mkdirSync(`${folder}${variant}`, { recursive: true });
        const different = boxes.flatMap((box) => {
          const file = fileOf(variant, box.name);
          const part = cut(image, box);
          if (isWritten) writeFileSync(file, PNG.sync.write(part, { colorType: 2 }));
          const difference = differenceOf(part, file);
          return difference === undefined ? [] : [`${box.name}: ${difference}`];
        });
        expect(different).to.deep.equal([]);
        expect(readdirSync(`${folder}${variant}`)).to.have.length(boxes.length);
      } else process.stdout.write('pictures are not compared: fonts and browser are those of CI\n');
      expect(problems).to.deep.equal([]);
      await context.close();
    });
});
