/** The commits that are written while a new file is made, as frames in a file of their own. A crash may lose them. */
import { type FileHandle, open } from 'node:fs/promises';

/** What is brought into the new file at once. */
const STEP_BYTES = 8 * 1024 * 1024;

export class Meanwhile {
  #end = 0;
  /** The ends of frames at which steps end. */
  readonly #steps: number[] = [];
  #error: Error | undefined;

  private constructor(private readonly handle: FileHandle) {}

  /** @throws the errors of the file system. */
  static async create(file: string): Promise<Meanwhile> {
    return new Meanwhile(await open(file, 'w', 0o600));
  }

  /** The length of all frames. */
  get end(): number {
    return this.#end;
  }

  /** Never rejects: a commit is written although it cannot be added here. */
  async add(frame: Buffer): Promise<void> {
    try {
      let written = 0;
      while (written < frame.length) {
        const { bytesWritten } = await this.handle.write(frame, written, frame.length - written, this.#end + written);
        written += bytesWritten;
      }
    } catch (error) {
      this.#error ??= error instanceof Error ? error : new Error(String(error));
    }
    this.#end += frame.length;
    if (this.#end - (this.#steps.at(-1) ?? 0) >= STEP_BYTES) this.#steps.push(this.#end);
  }

  /** The end of the step that begins at a position. @throws the error of a frame that could not be added. */
  stepEnd(begin: number): number {
    if (this.#error !== undefined) throw this.#error;
    return this.#steps.find((end) => end > begin) ?? this.#end;
  }

  close(): Promise<void> {
    return this.handle.close();
  }
}
