/**
 * A memory limit for a WebAssembly program. Oxigraph's program declares none, so that it could use 4 GiB. Only the
 * program itself can declare the limit: four bytes in its memory section.
 */

const HEADER_BYTES = 8;
const MEMORY_SECTION = 5;
const HAS_MAXIMUM = 1;
const PAGE_BYTES = 64 * 1024;
/** The maximum number of pages of a WebAssembly memory. */
const MAX_PAGES = 65_536;

/**
 * The same program with a limited memory: allocations beyond the limit fail.
 *
 * @throws RangeError for a program without its own memory, or with an initial memory above the limit.
 */
export function withMemoryLimit(program: Uint8Array, maxBytes: number): Uint8Array {
  for (let at = HEADER_BYTES; at < program.length;) {
    const [length, begin] = readNumber(program, at + 1);
    const end = begin + length;
    if (program[at] !== MEMORY_SECTION) {
      at = end;
      continue;
    }
    const [count, flags] = readNumber(program, begin);
    const [min] = readNumber(program, flags + 1);
    const max = Math.min(MAX_PAGES, Math.floor(maxBytes / PAGE_BYTES));
    if (count !== 1 || max < min) throw new RangeError(`a memory of ${min} pages cannot be limited to ${max}`);
    const section = [1, HAS_MAXIMUM, ...writeNumber(min), ...writeNumber(max)];
    return Buffer.concat([
      program.subarray(0, at),
      Uint8Array.of(MEMORY_SECTION, ...writeNumber(section.length), ...section),
      program.subarray(end),
    ]);
  }
  throw new RangeError('the program has no memory of its own');
}

/** Reads an unsigned LEB128 number, and returns it with the position after it. */
function readNumber(bytes: Uint8Array, at: number): [number, number] {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at] ?? 0;
    at += 1;
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return [value, at];
  }
}

function writeNumber(value: number): number[] {
  return value < 0x80 ? [value] : [(value % 0x80) + 0x80, ...writeNumber(Math.floor(value / 0x80))];
}
