/** The session of the signed-in agent. The token is in memory only: in no storage, address, log or element. */
import type { Me } from '../../src/console/responses.js';

class Session extends EventTarget {
  #token: string | undefined;
  #me: Me | undefined;
  #expired = false;
  /** Ends the session at the provider, if the provider has an address for that. */
  #endSession: URL | undefined;

  get token(): string | undefined {
    return this.#token;
  }

  get me(): Me | undefined {
    return this.#me;
  }

  /** Whether the node rejected the token: the page stays, and the reader signs in again. */
  get isExpired(): boolean {
    return this.#expired;
  }

  get endSession(): URL | undefined {
    return this.#endSession;
  }

  /** The token for the next requests, with which the node returns its agent. */
  setToken(token: string, endSession?: URL): void {
    this.#token = token;
    this.#endSession = endSession;
  }

  signIn(me: Me): void {
    const isSame = this.#me?.agent === me.agent;
    this.#me = me;
    this.#expired = false;
    this.dispatchEvent(new Event(isSame ? 'renew' : 'change'));
  }

  /** @param token the rejected one: another one may have replaced it meanwhile. */
  expire(token: string | undefined): void {
    if (token !== this.#token || this.#me === undefined || this.#expired) return;
    this.#expired = true;
    this.dispatchEvent(new Event('renew'));
  }

  signOut(): void {
    this.#token = undefined;
    this.#me = undefined;
    this.#endSession = undefined;
    this.#expired = false;
    this.dispatchEvent(new Event('change'));
  }
}

export const session = new Session();

/** The signed-in agent. @throws TypeError before sign-in, when no pages are displayed. */
export function me(): Me {
  if (session.me === undefined) throw new TypeError('no one has signed in');
  return session.me;
}
