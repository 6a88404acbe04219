/** Lines and columns of a text that comes in slices; both count from 1 (X60). */

export interface Position {
  readonly line: number;
  readonly column: number;
}

const LF = 10;
const CR = 13;

/** The beginning of a tag is looked for this far back in former slices: names are shorter. */
const MAX_TAIL = 1024;

export class Positions {
  /** Offsets at which lines begin. */
  readonly #lines: number[] = [0];
  #length = 0;
  #lastWasCr = false;
  /** The end of the text so far, and its offset. */
  #recent = '';
  #recentStart = 0;

  /** The length of the text so far. */
  get length(): number {
    return this.#length;
  }

  add(slice: string): void {
    for (let index = 0; index < slice.length; index++) {
      const code = slice.charCodeAt(index);
      const next = this.#length + index + 1;
      // CR and LF together are one line break.
      if (code === LF && this.#lastWasCr) this.#lines[this.#lines.length - 1] = next;
      else if (code === LF || code === CR) this.#lines.push(next);
      this.#lastWasCr = code === CR;
    }
    const tail = this.#recent.slice(-MAX_TAIL);
    this.#recentStart = this.#length - tail.length;
    this.#recent = tail + slice;
    this.#length += slice.length;
  }

  /** The offset of the last `<` before an offset of the last slice. */
  tagBefore(offset: number): number {
    const found = this.#recent.lastIndexOf('<', Math.max(0, offset - this.#recentStart - 1));
    return found === -1 ? offset : this.#recentStart + found;
  }

  at(offset: number): Position {
    let [least, most] = [0, this.#lines.length - 1];
    while (least < most) {
      const middle = Math.ceil((least + most) / 2);
      if ((this.#lines[middle] ?? 0) <= offset) least = middle;
      else most = middle - 1;
    }
    return { line: least + 1, column: offset - (this.#lines[least] ?? 0) + 1 };
  }
}
