/** `/help`: keyboard shortcuts, and a glossary of the console. */
import { define, html, Page } from '../core/index.js';
import { helpTexts as t } from '../texts/help.js';

const keys: readonly (readonly [keys: readonly string[], text: () => string])[] = [
  [['/'], () => t.keys.find],
  [['Ctrl', 'K'], () => t.keys.findActs],
  [['n'], () => t.keys.new],
  [['g', 'h'], () => t.keys.home],
  [['g', 'o'], () => t.keys.objects],
  [['g', 'r'], () => t.keys.requests],
  [['g', 'd'], () => t.keys.deliveries],
  [['g', 's'], () => t.keys.sparql],
  [['g', 'c'], () => t.keys.check],
  [['g', 'p'], () => t.keys.partners],
  [['g', 'm'], () => t.keys.mirror],
  [['g', 'i'], () => t.keys.inbox],
  [['g', 'x'], () => t.keys.messages],
  [['g', 'e'], () => t.keys.health],
  [['g', 'l'], () => t.keys.model],
  [['Ctrl', 'Enter'], () => t.keys.run],
  [['j'], () => t.keys.down],
  [['k'], () => t.keys.up],
  [['Enter'], () => t.keys.open],
  [['['], () => t.keys.older],
  [[']'], () => t.keys.newer],
  [['c'], () => t.keys.compare],
  [['a'], () => t.keys.accept],
  [['x'], () => t.keys.reject],
  [['?'], () => t.keys.help],
];

class HelpPage extends Page {
  override get heading(): string {
    return t.title;
  }

  override load(): void {
    // The page sends no request.
  }

  protected override render(): unknown {
    return html`<h1>${t.title}</h1>
      <div class="columns">
        <section class="card">
          <h2>${t.keysTitle}</h2>
          <p>${t.keysHint}</p>
          <dl class="keys">
            ${keys.map(
              ([pressed, text]) =>
                html`<div>
                  <dt>${pressed.map((key) => html`<kbd>${key}</kbd> `)}</dt>
                  <dd>${text()}</dd>
                </div>`,
            )}
          </dl>
        </section>
        <section class="card">
          <h2>${t.wordsTitle}</h2>
          <dl class="words">
            ${Object.values(t.words).map(
              ({ word, meaning }) =>
                html`<div>
                  <dt>${word}</dt>
                  <dd>${meaning}</dd>
                </div>`,
            )}
          </dl>
        </section>
      </div>`;
  }
}
define('cg-help', HelpPage);
