/** Whether the store takes writes. A full disk rejects them while reads go on. */
import { ServiceError } from '../../errors.js';

/** After a failed write, how often it is checked whether the disk has space again. */
const PROBE_INTERVAL_MS = 5000;

interface Failure {
  readonly reason: string;
  readonly bytes: number;
  probedAt: number;
}

export class WriteHealth {
  #failure: Failure | undefined;

  /** @param hasSpace whether that many bytes fit on the disk now. */
  constructor(private readonly hasSpace: (bytes: number) => Promise<boolean>) {}

  succeeded(): void {
    this.#failure = undefined;
  }

  /** @param bytes the size of the failed write. */
  failed(error: unknown, bytes: number): void {
    const isFull = error instanceof ServiceError && error.kind === 'insufficient-storage';
    const reason = isFull ? 'there is no room on disk' : 'the disk cannot be written';
    this.#failure = { reason, bytes, probedAt: performance.now() };
  }

  /**
   * Why writes fail; undefined while they do not. Reading it checks the disk again from time to time, so that the problem
   * ends without a write.
   */
  get problem(): string | undefined {
    const failure = this.#failure;
    if (failure === undefined) return undefined;
    const now = performance.now();
    if (now - failure.probedAt >= PROBE_INTERVAL_MS) {
      failure.probedAt = now;
      void this.#probe(failure);
    }
    return failure.reason;
  }

  async #probe(failure: Failure): Promise<void> {
    // A folder that cannot be probed cannot be written.
    const hasSpace = await this.hasSpace(failure.bytes).catch(() => false);
    if (hasSpace && this.#failure === failure) this.#failure = undefined;
  }
}
