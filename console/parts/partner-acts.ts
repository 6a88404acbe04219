/** Acts on a partner's page: its name, and a subscription to a type (K49, K52). */
import type { ActPreview, FormList } from '../../src/console/responses.js';
import { type Act, ask, askJson, consoleApi, html, query, typed } from '../core/index.js';
import { partnersTexts as t } from '../texts/partners.js';
import { actingAs } from './acting.js';
import type { Acts } from './acts.js';
import './combobox.js';
import type { Suggestion } from './combobox.js';
import type { Partner } from './partner-field.js';

const json = { 'Content-Type': 'application/json' };

/** The dialog for the name of a partner. */
export function nameAct(partner: Partner & { readonly note: string | null }, acts: Acts): Act {
  let [name, note] = [partner.label, partner.note ?? ''];
  return {
    title: t.renameTitle,
    body: () =>
      html`<p>${t.renameBody}</p>
        <div class="field">
          <label
            >${t.name}<input
              type="text"
              maxlength="200"
              required
              .value=${name}
              @input=${typed((value) => {
                name = value;
                acts.update();
              })}
          /></label>
        </div>
        <div class="field">
          <label
            >${t.note}<textarea
              rows="2"
              maxlength="2000"
              .value=${note}
              @input=${typed((value) => {
                note = value;
              })}
            ></textarea>
          </label>
        </div>`,
    confirm: t.save,
    isDangerous: false,
    isReady: () => name.trim() !== '',
    run: async () => {
      const body = JSON.stringify({ name: name.trim(), note: note.trim() === '' ? null : note.trim() });
      await ask(consoleApi('/agent') + query({ uri: partner.uri }), { method: 'PUT', body, headers: json });
      await acts.done(t.renamed);
    },
  };
}

/** The dialog that subscribes a partner to a type. */
export function subscribeToTypeAct({ uri, label }: Partner, acts: Acts): Act {
  let type = '';
  const suggest = async (text: string, signal: AbortSignal): Promise<readonly Suggestion[]> => {
    const { items } = await askJson<FormList>(consoleApi('/forms'), { signal });
    const wanted = text.toLowerCase();
    return items
      .filter(({ label: name }) => name.toLowerCase().includes(wanted))
      .slice(0, 12)
      .map((form) => ({ value: form.type, label: form.label }));
  };
  return {
    title: t.subscribeTitle,
    body: () =>
      html`${actingAs()}
        <cg-combobox
          .label=${t.chosenType}
          .minimum=${0}
          .suggest=${suggest}
          @chosen=${({ detail }: CustomEvent<Suggestion>) => {
            type = detail.value;
            acts.update();
          }}
          @typed=${() => {
            type = '';
            acts.update();
          }}
        ></cg-combobox>
        <p>${t.subscribeBody(label)}</p>`,
    confirm: t.subscribe,
    isDangerous: false,
    isReady: () => type !== '',
    run: async (key) => {
      const body = JSON.stringify({ act: 'subscribe', type, agents: [uri] });
      const { digest } = await askJson<ActPreview>(consoleApi('/acts/preview'), {
        method: 'POST',
        body,
        headers: json,
      });
      const headers = { ...json, 'If-Match': `"${digest}"` };
      await ask(consoleApi('/acts'), { method: 'POST', body, headers, key });
      await acts.done(t.subscribed(label));
    },
  };
}
