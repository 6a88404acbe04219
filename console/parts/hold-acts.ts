/** Legal holds: the dialogs that put and end one (P44). */
import type { HoldAnswer } from '../../src/console/responses.js';
import {
  type Act,
  ask,
  askJson,
  consoleApi,
  drafts,
  Failure,
  html,
  localName,
  pathBelowBase,
  query,
  typed,
  uriView,
  visibleText,
} from '../core/index.js';
import { erasuresTexts as t } from '../texts/erasures.js';
import { actingAs } from './acting.js';

const MAX_REASON = 500;

/** What a dialog tells of itself. */
export interface HoldDialog {
  readonly update: () => void;
  readonly done: (text: string) => Promise<void>;
}

/** The address of the hold on an object, a message, or a copy of a partner's object. */
function holdPath(held: string): string {
  const path = pathBelowBase(held);
  if (path === undefined) return consoleApi('/holds') + query({ copy: held });
  if (path.startsWith('/internal/messages/')) return consoleApi('/holds') + query({ message: held });
  return consoleApi(`/holds/${encodeURIComponent(localName(held))}`);
}

/** The hold on an object; null without one. @throws Failure */
export async function readHold(object: string, signal: AbortSignal): Promise<HoldAnswer | null> {
  try {
    return await askJson<HoldAnswer>(holdPath(object), { signal });
  } catch (thrown) {
    if (thrown instanceof Failure && (thrown.kind === 'not-found' || thrown.kind === 'erased')) return null;
    throw thrown;
  }
}

export function putHoldAct(object: string, { update, done }: HoldDialog): Act {
  const draft = `hold ${object}`;
  return {
    title: t.holdTitle,
    confirm: t.holdConfirm,
    isDangerous: false,
    isReady: () => drafts.get(draft).trim() !== '',
    body: () =>
      html`${actingAs()}
        <p>${uriView(object)}</p>
        <p>${t.holdBody}</p>
        <div class="field">
          <label for="hold-reason">${t.holdReason}</label>
          <input
            id="hold-reason"
            required
            maxlength=${MAX_REASON}
            autocomplete="off"
            .defaultValue=${drafts.get(draft)}
            @input=${typed((value) => {
              drafts.set(draft, value);
              update();
            })}
          />
        </div>`,
    run: async () => {
      await ask(holdPath(object), {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ reason: drafts.get(draft).trim() }),
      });
      drafts.set(draft, '');
      await done(t.isHeld);
    },
  };
}

export const endHoldAct = ({ held, reason }: HoldAnswer, { done }: Pick<HoldDialog, 'done'>): Act => ({
  title: t.endTitle,
  confirm: t.endConfirm,
  isDangerous: true,
  body: () =>
    html`${actingAs()}
      <p>${uriView(held)}: ${visibleText(reason)}</p>
      <p>${t.endBody}</p>`,
  run: async () => {
    await ask(holdPath(held), { method: 'DELETE' });
    await done(t.holdEnded);
  },
});
