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

/** The names of all samples, by the places of their elements. */
const namesOf = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('[data-component]')].map(({ dataset }) => dataset.component + ' ' + dataset.state)`,
  );

/**
 * The picture of one sample, alone in the corner of the window: where it stands among the others depends on the heights of all
 * above it, in fractions of a pixel, and would change its picture with theirs.
 */
async function pictureOf(page: Page, index: number): Promise<PNG> {
  const clip = await page.evaluate<{ x: number; y: number; width: number; height: number }>(`(() => {
    document.body.style.visibility = 'hidden';
    const element = document.querySelectorAll('[data-component]')[${index}];
    const width = Math.ceil(element.getBoundingClientRect().width);
    Object.assign(element.style, { visibility: 'visible', position: 'fixed', top: '0', left: '0', width: width + 'px', margin: '0' });
    return { x: 0, y: 0, width, height: Math.ceil(element.getBoundingClientRect().height) };
  })()`);
  const image = PNG.sync.read(await page.screenshot({ clip, animations: 'disabled' }));
  await page.evaluate(`document.querySelectorAll('[data-component]')[${index}].removeAttribute('style')`);
  return image;
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
      const samples = await namesOf(page);
      const names = new Set(samples);
      for (const component of [...COMPONENTS, ...MORE])
        expect(
          [...names].some((name) => name.startsWith(`${component} `)),
          component,
        ).to.equal(true);
      for (const state of ['rest', 'hover', 'focus', 'active', 'disabled', 'busy'])
        expect(names).to.include(`button ${state}`);
      expect(names.size, 'each once').to.equal(samples.length);
      expect(await findings(page)).to.deep.equal([]);
      expect(await overflow(page)).to.equal(0);
      if (isCompared) {
        if (isWritten) mkdirSync(`${folder}${variant}`, { recursive: true });
        const different: string[] = [];
        for (const [index, name] of samples.entries()) {
          const file = fileOf(variant, name);
          const image = await pictureOf(page, index);
          if (isWritten) writeFileSync(file, PNG.sync.write(image, { colorType: 2 }));
          const difference = differenceOf(image, file);
          if (difference !== undefined) different.push(`${name}: ${difference}`);
        }
        expect(different).to.deep.equal([]);
        expect(readdirSync(`${folder}${variant}`)).to.have.length(samples.length);
      } else process.stdout.write('pictures are not compared: fonts and browser are those of CI\n');
      expect(problems).to.deep.equal([]);
      await context.close();
    });
});
