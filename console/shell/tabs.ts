/**
 * One session for all tabs of the browser (K77): a new tab asks the open ones for it, and signing out ends it in all of
 * them. The token is in memory only; a channel carries it to tabs of the same origin. A lock without content says
 * whether there is a tab to ask, so that the first one does not wait.
 */
import { rootPath, session } from '../core/index.js';
import { forgetAgent, rememberAgent, rememberedAgent, useToken } from './sign-in.js';

/** An open tab answers at once. */
const PATIENCE_MS = 1000;
const name = `cargograph session ${rootPath}`;

type TabMessage =
  | { readonly kind: 'ask' }
  | { readonly kind: 'session'; readonly token: string; readonly endSession: string | null; readonly as: string | null }
  | { readonly kind: 'signed-out' };

function isTabMessage(value: unknown): value is TabMessage {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  if (value.kind !== 'session') return value.kind === 'ask' || value.kind === 'signed-out';
  if (!('token' in value && 'endSession' in value && 'as' in value) || typeof value.token !== 'string') return false;
  return [value.endSession, value.as].every((text) => text === null || typeof text === 'string');
}

const send = (channel: BroadcastChannel, message: TabMessage): void => {
  channel.postMessage(message);
};

/** Holds the lock while this tab has a session. */
function holdLock(): void {
  let release: (() => void) | undefined;
  const follow = (): void => {
    if (session.me === undefined) {
      release?.();
      release = undefined;
    } else if (release === undefined) {
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      void navigator.locks.request(name, { mode: 'shared' }, () => held);
    }
  };
  session.addEventListener('change', follow);
  follow();
}

/** Gives other tabs this tab's session when they ask for it, and ends it with theirs. */
export function shareSession(): void {
  if (!isSecureContext) return;
  const channel = new BroadcastChannel(name);
  let isEnding = false;
  let wasIn = session.me !== undefined;
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isTabMessage(data)) return;
    const { token, endSession } = session;
    if (data.kind === 'ask' && token !== undefined && session.me !== undefined && !session.isExpired)
      send(channel, { kind: 'session', token, endSession: endSession?.href ?? null, as: rememberedAgent() });
    if (data.kind !== 'signed-out') return;
    forgetAgent();
    isEnding = true;
    if (session.me !== undefined) session.signOut();
    isEnding = false;
  });
  session.addEventListener('change', () => {
    if (wasIn && session.me === undefined && !isEnding) send(channel, { kind: 'signed-out' });
    wasIn = session.me !== undefined;
  });
  holdLock();
}

/** Takes the session of another tab. @returns whether there was one. */
export async function joinSession(): Promise<boolean> {
  if (!isSecureContext) return false;
  const { held = [] } = await navigator.locks.query();
  if (!held.some((lock) => lock.name === name)) return false;
  const channel = new BroadcastChannel(name);
  try {
    const found = await new Promise<Extract<TabMessage, { kind: 'session' }> | undefined>((resolve) => {
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (isTabMessage(data) && data.kind === 'session') resolve(data);
      });
      setTimeout(() => {
        resolve(undefined);
      }, PATIENCE_MS);
      send(channel, { kind: 'ask' });
    });
    if (found === undefined) return false;
    await useToken(found.token, found.endSession === null ? undefined : new URL(found.endSession));
    if (found.as !== null) rememberAgent(found.as);
    return true;
  } finally {
    channel.close();
  }
}
