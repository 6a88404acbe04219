/** What the linter refuses in the console's browser code. */
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { ESLint } from 'eslint';

const root = fileURLToPath(new URL('../../', import.meta.url));
const filePath = fileURLToPath(new URL('../../console/pages/other.ts', import.meta.url));
const LINES = [
  `element.innerHTML = text;`,
  `element.outerHTML = text;`,
  `element.insertAdjacentHTML('beforeend', text);`,
  `frame.srcdoc = text;`,
  `document.write(text);`,
  `document.cookie = text;`,
  'html`<p style="color: red">${text}</p>`;',
  'html`<p onclick=${text}></p>`;',
  'html`<iframe srcdoc=${text}></iframe>`;',
  `import { unsafeHTML } from 'lit/directives/unsafe-html.js';`,
  `import { styleMap } from 'lit/directives/style-map.js';`,
];

describe("the linter, in the console's code", () => {
  it('refuses markup from strings, styles and handlers in templates, and cookies', async () => {
    const rules = ['no-restricted-properties', 'no-restricted-syntax', 'no-restricted-imports'];
    const eslint = new ESLint({
      cwd: root,
      ruleFilter: ({ ruleId }) => rules.includes(ruleId),
      // These rules need no types.
      overrideConfig: { languageOptions: { parserOptions: { projectService: false, project: null } } },
    });
    for (const line of LINES) {
      const [result] = await eslint.lintText(`${line}\n`, { filePath });
      expect(
        result?.messages.map(({ ruleId }) => ruleId).some((rule) => rules.includes(rule ?? '')),
        line,
      ).to.equal(true);
    }
  });
});
