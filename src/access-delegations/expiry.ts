/**
 * When the permissions of a delegation expire: at its own `expiresAt`, or with the last delegation that it derives from
 * (V51, V52, L37).
 */
import type { ActionRequest } from '../action-requests/action-request.js';
import { type Iri, node } from '../rdf/terms.js';
import { prov, type Vocabulary } from '../rdf/vocabulary.js';
import { DamagedDataError } from '../store/quarantine.js';
import { readStoredDelegation } from './access-delegation.js';

export class DelegationExpiry {
  /** The expiries found so far: delegations may derive from the same ones. */
  readonly #ends = new Map<Iri, number>();

  /** @param accepted undefined for a delegation that is not accepted or cannot be read. */
  constructor(
    private readonly accepted: (request: Iri) => Promise<ActionRequest | undefined>,
    private readonly vocabulary: Vocabulary,
  ) {}

  /**
   * The end of a delegation's permissions.
   *
   * @returns milliseconds since 1970; Infinity for no end.
   * @throws DamagedDataError for an unreadable expiry.
   */
  async endOf(request: ActionRequest): Promise<number> {
    const own = readStoredDelegation(request, this.vocabulary).expiresAt?.getTime() ?? Infinity;
    const sources = request.data.iris(node(request.uri), prov.wasDerivedFrom);
    if (sources.length === 0) return own;
    const ends = await Promise.all(sources.map((source) => this.#endOfSource(source)));
    return Math.min(own, Math.max(...ends));
  }

  async #endOfSource(source: Iri): Promise<number> {
    const found = this.#ends.get(source);
    if (found !== undefined) return found;
    const request = await this.accepted(source);
    const end = request === undefined ? -Infinity : await this.readableEndOf(request);
    this.#ends.set(source, end);
    return end;
  }

  /** -Infinity for an unreadable delegation: derived delegations must not outlast an expiry that it may have. */
  async readableEndOf(request: ActionRequest): Promise<number> {
    try {
      return await this.endOf(request);
    } catch (error) {
      if (error instanceof DamagedDataError) return -Infinity;
      throw error;
    }
  }
}
