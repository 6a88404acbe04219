/** The signed-in agent, its organization, and the preferences. */
import {
  button,
  config,
  fact,
  href,
  html,
  languageNames,
  localName,
  nodePath,
  nothing,
  preferences,
  session,
  setPreference,
  type TemplateResult,
  type Theme,
  timeView,
  uriView,
  visibleText,
  plainText,
} from '../core/index.js';
import { shellTexts as t } from '../texts/shell.js';
import { signOut } from './sign-in.js';

const themes: readonly Theme[] = ['system', 'light', 'dark'];

/** A group of radio buttons. */
function choice(
  name: string,
  legend: string,
  options: readonly (readonly [value: string, label: string])[],
  current: string,
  set: (value: string) => void,
): TemplateResult {
  return html`<fieldset class="choice">
    <legend>${legend}</legend>
    ${options.map(
      ([value, label]) =>
        html`<label
          ><input
            type="radio"
            name=${name}
            value=${value}
            .checked=${value === current}
            @change=${() => {
              set(value);
            }}
          />
          ${label}</label
        >`,
    )}
  </fieldset>`;
}

function identity(): unknown {
  const { me } = session;
  if (me === undefined) return nothing;
  return html`<dl class="facts stacked">
    ${fact(
      t.signedInAs,
      html`<cg-uri .uri=${me.agent} .label=${me.label}></cg-uri><br />${me.internal ? t.internal : t.partner}`,
    )}
    ${fact(t.holder, uriView(me.dataHolder))} ${fact(t.issuer, visibleText(me.issuer))}
    ${fact(t.expires, timeView(me.expiresAt, 'ago'))}
  </dl>`;
}

/** The button and its menu. */
export function accountMenu(): TemplateResult {
  const { me } = session;
  const name = me === undefined ? t.account : plainText(me.label ?? localName(me.agent), 40);
  return html`<button type="button" class="account" popovertarget="account" aria-label=${`${t.account}: ${name}`}>
      <span aria-hidden="true" class="person"></span
      ><span class="account-name">${me === undefined ? name : visibleText(name)}</span>
    </button>
    <div id="account" class="panel" popover>
      ${identity()}
      ${choice(
        'theme',
        t.theme,
        themes.map((theme) => [theme, t.themes[theme]] as const),
        preferences.theme,
        (value) => {
          setPreference('theme', themes.find((theme) => theme === value) ?? 'system');
        },
      )}
      ${choice(
        'language',
        t.language,
        [['system', t.languageOfBrowser] as const, ...Object.entries(languageNames)],
        preferences.language,
        (value) => {
          setPreference('language', value === 'en' || value === 'de' ? value : 'system');
        },
      )}
      ${choice(
        'times',
        t.times,
        [
          ['utc', t.timesUtc],
          ['local', t.timesLocal],
        ],
        preferences.localTimes ? 'local' : 'utc',
        (value) => {
          setPreference('localTimes', value === 'local');
        },
      )}
      <label class="check"
        ><input
          type="checkbox"
          .checked=${preferences.keys}
          @change=${() => {
            setPreference('keys', !preferences.keys);
          }}
        />
        ${t.keys}</label
      >
      <p class="panel-links">
        <a href=${href('/help')} @click=${close}>${t.help}</a>
        <a href=${`${nodePath}docs`} target="_blank" rel="noopener noreferrer">${t.apiDocs}</a>
        <span class="quiet">${t.version(config().version)}</span>
      </p>
      ${
        me === undefined
          ? nothing
          : button(t.signOut, () => {
              close();
              signOut();
            })
      }
    </div>`;
}

function close(): void {
  document.getElementById('account')?.hidePopover();
}
