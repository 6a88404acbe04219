/**
 * The states that a pointer or the keyboard makes, for elements that nobody points at: each rule for `:hover`,
 * `:focus-visible` and `:active` gets a second one, for `[data-forced]`. The style sheet itself has none of it.
 */
export const forcedStates = { hover: ':hover', focus: ':focus-visible', active: ':active' } as const;
export type ForcedState = keyof typeof forcedStates;

export const isForced = (state: string): state is ForcedState => Object.hasOwn(forcedStates, state);

const PSEUDO_CLASSES = /:hover|:focus-visible|:focus-within|:active|:focus(?![-\w])/g;
const nameOf = (pseudo: string): string => (pseudo.startsWith(':focus') ? 'focus' : pseudo.slice(1));

/** The selector for forced states; undefined for one without such a state. */
export function forcedSelector(selector: string): string | undefined {
  const forced = selector
    .split(/,(?![^(]*\))/)
    .filter((one) => one.search(PSEUDO_CLASSES) !== -1)
    .map((one) => one.trim().replace(PSEUDO_CLASSES, (pseudo) => `[data-forced~="${nameOf(pseudo)}"]`));
  return forced.length === 0 ? undefined : forced.join(', ');
}

function rulesOf(rules: CSSRuleList): string[] {
  return [...rules].flatMap((rule) => {
    if (rule instanceof CSSMediaRule) {
      const inner = rulesOf(rule.cssRules);
      return inner.length === 0 ? [] : [`@media ${rule.conditionText} { ${inner.join(' ')} }`];
    }
    if (!(rule instanceof CSSStyleRule)) return [];
    const selector = forcedSelector(rule.selectorText);
    return selector === undefined ? [] : [`${selector} { ${rule.style.cssText} }`];
  });
}

/** The rules of the page's own sheets, once more for forced states. */
export function forcedSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  const own = [...document.styleSheets].filter(({ href }) => href !== null);
  sheet.replaceSync(own.flatMap(({ cssRules }) => rulesOf(cssRules)).join('\n'));
  return sheet;
}

/** The tokens in the order of their file, with a rule for each that shows it. */
export function tokenNames(): string[] {
  for (const { cssRules, href } of document.styleSheets) {
    if (href === null) continue;
    for (const rule of cssRules)
      if (rule instanceof CSSStyleRule && rule.selectorText === ':root' && rule.style.getPropertyValue('--page') !== '')
        return [...rule.style].filter((name) => name.startsWith('--'));
  }
  return [];
}
