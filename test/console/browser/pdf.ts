/** The text of each sheet of a PDF, as Chromium writes it: glyphs in hexadecimal digits, with a map to characters for each font. */
import { inflateSync } from 'node:zlib';

const MARK = 'stream\n';

/** The objects of the file by their number: what stands before a stream, and the stream. */
function objectsOf(file: Buffer): Map<string, { readonly head: string; readonly stream: string }> {
  const text = file.toString('latin1');
  const objects = new Map<string, { head: string; stream: string }>();
  for (const { 1: number = '', 2: body = '' } of text.matchAll(/(?:^|\n)(\d+) 0 obj\s*([\s\S]*?)\s*endobj/g)) {
    const at = body.indexOf(MARK);
    const head = at === -1 ? body : body.slice(0, at);
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0);
    const bytes = Buffer.from(body.slice(at + MARK.length, at + MARK.length + length), 'latin1');
    const isText = at !== -1 && head.includes('/FlateDecode') && !head.includes('/Length1');
    objects.set(number, { head, stream: isText ? inflateSync(bytes).toString('latin1') : '' });
  }
  return objects;
}

const characters = (hex: string): string =>
  String.fromCharCode(...(hex.match(/.{4}/g) ?? []).map((digits) => Number.parseInt(digits, 16)));

/** Glyphs to characters, from a font's ToUnicode. */
function mapOf(cmap: string): Map<string, string> {
  const map = new Map<string, string>();
  for (const { 1: lines = '' } of cmap.matchAll(/beginbfchar\n([\s\S]*?)endbfchar/g))
    for (const { 1: glyph = '', 2: to = '' } of lines.matchAll(/<(\w+)> <(\w+)>/g)) map.set(glyph, characters(to));
  for (const { 1: lines = '' } of cmap.matchAll(/beginbfrange\n([\s\S]*?)endbfrange/g))
    for (const { 1: first = '', 2: last = '', 3: to = '' } of lines.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g)) {
      const [begin, end, character] = [first, last, to].map((hex) => Number.parseInt(hex, 16));
      for (let glyph = begin ?? 0; glyph <= (end ?? -1); glyph++)
        map.set(
          glyph.toString(16).toUpperCase().padStart(4, '0'),
          String.fromCharCode((character ?? 0) + glyph - (begin ?? 0)),
        );
    }
  return map;
}

const reference = (head: string, name: string): string => new RegExp(`/${name} \\[?(\\d+) 0 R`).exec(head)?.[1] ?? '';

/** The texts of the sheets in their order, without spaces and line breaks: where they are is the layout's. */
export function sheetsOf(file: Buffer): string[] {
  const objects = objectsOf(file);
  const maps = new Map<string, Map<string, string>>();
  const fontMap = (font: string): Map<string, string> => {
    const known =
      maps.get(font) ?? mapOf(objects.get(reference(objects.get(font)?.head ?? '', 'ToUnicode'))?.stream ?? '');
    maps.set(font, known);
    return known;
  };
  const root = [...objects.values()].find(({ head }) => head.includes('/Type /Pages') && !head.includes('/Parent'));
  const pageNumbers = (head: string): string[] =>
    Array.from(
      (/\/Kids \[([^\]]*)\]/.exec(head)?.[1] ?? '').matchAll(/(\d+) 0 R/g),
      ([, number = '']) => number,
    ).flatMap((number) =>
      objects.get(number)?.head.includes('/Kids') === true ? pageNumbers(objects.get(number)?.head ?? '') : [number],
    );
  return pageNumbers(root?.head ?? '').map((number) => {
    const { head = '' } = objects.get(number) ?? {};
    const fonts = new Map(
      Array.from(
        (/\/Font <<([\s\S]*?)>>/.exec(head)?.[1] ?? '').matchAll(/\/(\w+) (\d+) 0 R/g),
        ([, name = '', font = '']) => [name, fontMap(font)],
      ),
    );
    let current: Map<string, string> | undefined;
    let text = '';
    const content = objects.get(reference(head, 'Contents'))?.stream ?? '';
    for (const { 1: font, 2: glyphs } of content.matchAll(/\/(\w+) [\d.]+ Tf|<([\dA-Fa-f]+)> Tj/g)) {
      if (font !== undefined) current = fonts.get(font);
      else for (const glyph of glyphs?.toUpperCase().match(/.{4}/g) ?? []) text += current?.get(glyph) ?? '';
    }
    return text.replace(/\s/g, '');
  });
}
