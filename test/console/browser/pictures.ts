/** Takes the pictures of docs/console.md. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deflateSync, crc32 } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { open, settled, visit } from './browser.js';

const folder = fileURLToPath(new URL('../../../docs/images/', import.meta.url));
/** For drawings with several lanes. */
export const TALL = 1_080;
/** As reduced, text is still read: 1,080 × 720 points, of which an image has 810 × 540. */
const view = { width: 1080, height: 720 };
const SCALE = 0.75;

/** The colours of a page are few; more are rounded to 5 bits a channel, and then to those that are there most. */
const MAX_COLOURS = 64;

interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgba: Buffer;
}

/** Decoded by the browser: its program has what reads a PNG. */
async function pixelsOf(page: Page, png: Buffer): Promise<Pixels> {
  const { width, height, data } = await page.evaluate<{ width: number; height: number; data: string }>(`(async () => {
    const bytes = Uint8Array.from(atob(${JSON.stringify(png.toString('base64'))}), (c) => c.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    let text = '';
    for (let at = 0; at < data.length; at += 32768) text += String.fromCharCode(...data.subarray(at, at + 32768));
    return { width: image.width, height: image.height, data: btoa(text) };
  })()`);
  return { width, height, rgba: Buffer.from(data, 'base64') };
}

type Colour = readonly [red: number, green: number, blue: number];

const distance = (one: Colour, other: Colour): number =>
  (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 + (one[2] - other[2]) ** 2;

/** The colours that an image has most, and for each pixel which of them it gets. */
function reduced({ rgba }: Pixels): { readonly palette: readonly Colour[]; readonly indexes: Buffer } {
  const keys = Array.from({ length: rgba.length / 4 }, (_, pixel) => rgba.readUIntBE(pixel * 4, 3));
  const counts = new Map<number, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const colourOf = (key: number): Colour => [key >> 16, (key >> 8) & 255, key & 255];
  const palette: Colour[] = [];
  for (const [key] of [...counts].sort(([, one], [, other]) => other - one)) {
    const colour = colourOf(key);
    // A colour that is nearly another one's would take its place in the palette.
    if (palette.length < MAX_COLOURS && palette.every((each) => distance(each, colour) > 150 || palette.length < 8))
      palette.push(colour);
  }
  const nearest = new Map<number, number>();
  const indexOf = (key: number): number => {
    const colour = colourOf(key);
    let best = 0;
    for (const [index, each] of palette.entries())
      if (distance(each, colour) < distance(palette[best] ?? each, colour)) best = index;
    return best;
  };
  for (const key of counts.keys()) nearest.set(key, indexOf(key));
  return { palette, indexes: Buffer.from(keys.map((key) => nearest.get(key) ?? 0)) };
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A PNG with a palette: a third of what the browser writes. */
function indexedPng(pixels: Pixels): Buffer {
  const { width, height } = pixels;
  const { palette, indexes } = reduced(pixels);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  const rows = Buffer.concat(
    Array.from({ length: height }, (_, row) =>
      Buffer.concat([Buffer.alloc(1), indexes.subarray(row * width, (row + 1) * width)]),
    ),
  );
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export interface Camera {
  readonly page: Page;
  /** Writes a picture of what the page shows. */
  readonly shoot: (name: string) => Promise<void>;
  /** Visits an address, and writes a picture of it. */
  readonly show: (name: string, path: string, height?: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** @param url of the node. */
export async function openCamera(browser: Browser, url: string): Promise<Camera> {
  mkdirSync(folder, { recursive: true });
  const { context, page } = await open(browser, url, {
    viewport: view,
    deviceScaleFactor: SCALE,
    colorScheme: 'light',
  });
  const { page: blank } = await open(browser, url);
  const shoot = async (name: string): Promise<void> => {
    await settled(page);
    const png = indexedPng(await pixelsOf(blank, await page.screenshot()));
    writeFileSync(`${folder}${name}.png`, png);
    process.stdout.write(`${name}.png ${png.length} bytes\n`);
  };
  const show = async (name: string, path: string, height = view.height): Promise<void> => {
    await page.setViewportSize({ ...view, height });
    await visit(page, url, path);
    await shoot(name);
    await page.setViewportSize(view);
  };
  return { page, shoot, show, close: () => context.close() };
}
