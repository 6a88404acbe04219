/** The acts on partners' objects: follow, check now, end, and delete the copies. */
import type { FollowItem } from '../../src/console/responses.js';
import {
  type Act,
  ask,
  consoleApi,
  drafts,
  html,
  nothing,
  type TemplateResult,
  typed,
  visibleText,
} from '../core/index.js';
import { mirrorTexts as t } from '../texts/mirror.js';
import { actingAs } from './acting.js';
import type { Acts } from './acts.js';
import { followName, hostOf } from './follow-views.js';

type Done = Pick<Acts, 'done' | 'update'>;

const JSON_TYPE = { 'Content-Type': 'application/json' };
const FOLDER = '/logistics-objects/';
const MAX_NOTE = 500;

/** The path of a follow below the node's addresses for its operators. */
const followPath = ({ uri }: Pick<FollowItem, 'uri'>): string =>
  consoleApi(`/follows/${encodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1))}`);

const serverOf = (uri: string): string | undefined =>
  URL.canParse(uri) && uri.includes(FOLDER) ? uri.slice(0, uri.indexOf(FOLDER)) : undefined;

/** What has been typed into the dialog; it survives a sign-in. */
class FollowForm {
  depth: keyof typeof t.depths = '1';
  events = true;
  subscribe = true;

  constructor(
    private readonly name: string,
    initial: string,
  ) {
    if (drafts.get(name) === '') drafts.set(name, initial);
  }

  get uris(): readonly string[] {
    return drafts.get(this.name).split(/\s+/).filter(Boolean);
  }

  get text(): string {
    return drafts.get(this.name);
  }

  set text(value: string) {
    drafts.set(this.name, value);
  }

  get note(): string {
    return drafts.get(`${this.name} note`);
  }

  set note(value: string) {
    drafts.set(`${this.name} note`, value);
  }

  /** The one server of all objects; undefined if there is none, or several. */
  get server(): string | undefined {
    const servers = new Set(this.uris.map(serverOf));
    const [server] = servers;
    return servers.size === 1 ? server : undefined;
  }

  get body(): object {
    const { uris, depth, events, subscribe, note } = this;
    const [object] = uris;
    return {
      ...(uris.length === 1 ? { object } : { objects: uris }),
      ...{ depth: Number(depth), events, subscribe },
      ...(note.trim() !== '' && { note: note.trim() }),
    };
  }

  clear(): void {
    this.text = '';
    this.note = '';
  }
}

/** @param uri of an object that is already known. */
export function followAct({ done, update }: Done, uri = ''): Act {
  const form = new FollowForm(`follow ${uri}`, uri);
  const set = (change: () => void): void => {
    change();
    update();
  };
  return {
    title: t.followTitle,
    confirm: t.followConfirm,
    isDangerous: false,
    isReady: () => form.server !== undefined,
    body: () =>
      html`${actingAs()}
        <div class="field">
          <label for="follow-uris">${t.addresses}</label>
          <textarea
            id="follow-uris"
            rows="3"
            required
            spellcheck="false"
            autocomplete="off"
            .defaultValue=${form.text}
            @input=${typed((value) => {
              set(() => (form.text = value));
            })}
          ></textarea>
        </div>
        <div class="field">
          <label for="follow-depth">${t.depth}</label>
          <select
            id="follow-depth"
            @change=${typed((value) => {
              set(() => (form.depth = depthOf(value)));
            })}
          >
            ${depths.map((depth) => html`<option value=${depth} ?selected=${depth === form.depth}>${t.depths[depth]}</option>`)}
          </select>
        </div>
        <div class="boxes">
          ${box(t.wantsEvents, form.events, (isOn) => {
            set(() => (form.events = isOn));
          })}
          ${box(t.wantsSubscription, form.subscribe, (isOn) => {
            set(() => (form.subscribe = isOn));
          })}
        </div>
        <div class="field">
          <label for="follow-note">${t.note}</label>
          <input
            id="follow-note"
            maxlength=${MAX_NOTE}
            .defaultValue=${form.note}
            @input=${typed((value) => (form.note = value))}
          />
        </div>
        ${consequences(form)}`,
    run: async () => {
      await ask(consoleApi('/follows'), { method: 'POST', body: JSON.stringify(form.body), headers: JSON_TYPE });
      form.clear();
      await done(t.isFollowed);
    },
  };
}

const depths = ['0', '1', '2', '3'] as const;
const depthOf = (value: string): keyof typeof t.depths => depths.find((depth) => depth === value) ?? '1';

function box(text: string, isOn: boolean, set: (isOn: boolean) => void): TemplateResult {
  return html`<label class="check"
    ><input
      type="checkbox"
      .checked=${isOn}
      @change=${() => {
        set(!isOn);
      }}
    />
    ${text}</label
  >`;
}

/** What will be asked of whom. */
function consequences(form: FollowForm): TemplateResult {
  const { server } = form;
  if (server === undefined)
    return html`<p class="quiet" role="status">${form.uris.length > 1 ? t.severalServers : t.noAddress}</p>`;
  const host = hostOf(server);
  return html`<div role="status">
    <p>${visibleText(t.asks(host))}</p>
    ${form.subscribe ? html`<p>${visibleText(t.asksSubscription(host))}</p>` : nothing}
    <p>${t.keeps}</p>
  </div>`;
}

const named = (follow: FollowItem, body: string): TemplateResult =>
  html`${actingAs()}
    <div>${followName(follow)}</div>
    <p>${body}</p>`;

export const sweepAct = (follow: FollowItem, { done }: Done): Act => ({
  title: t.sweepTitle,
  body: () => named(follow, t.sweepBody),
  confirm: t.sweepConfirm,
  isDangerous: false,
  run: async () => {
    await ask(`${followPath(follow)}/sweep`, { method: 'POST' });
    await done(t.swept);
  },
});

export const endAct = (follow: FollowItem, { done }: Done): Act => ({
  title: t.endTitle,
  body: () => named(follow, t.endBody),
  confirm: t.endConfirm,
  isDangerous: true,
  run: async () => {
    await ask(followPath(follow), { method: 'DELETE' });
    await done(t.ended);
  },
});

export const purgeAct = (follow: FollowItem, { done }: Done): Act => ({
  title: t.purgeTitle,
  body: () => named(follow, t.purgeBody(follow.counts.objects)),
  confirm: t.purgeConfirm,
  isDangerous: true,
  run: async () => {
    await ask(`${followPath(follow)}?purge=true`, { method: 'DELETE' });
    await done(t.purged);
  },
});

/** The buttons of a follow. One that has ended has no copies of its own any more. */
export function followActs(follow: FollowItem, acts: Acts): TemplateResult | typeof nothing {
  if (follow.state === 'ended') return nothing;
  return html`<div class="row-acts">
    ${acts.button(t.sweep, () => sweepAct(follow, acts), 'small')}
    ${acts.button(t.end, () => endAct(follow, acts), 'small')}
    ${acts.button(t.purge, () => purgeAct(follow, acts), 'small')}
  </div>`;
}
