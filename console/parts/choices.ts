/** Links that choose one of the values of an address parameter. */
import { href, html, nothing, type Route, type TemplateResult, withQuery } from '../core/index.js';

/** Links for the values of one address parameter, with the current value marked. The reader stays at the same place. */
export function choices<Value extends string>(
  route: Route,
  name: string,
  {
    label,
    current,
    values,
  }: { readonly label: string; readonly current: Value; readonly values: Readonly<Record<Value, string>> },
  fallback: Value,
): TemplateResult {
  const entries = Object.entries<string>(values);
  return html`<nav class="segments" aria-label=${label}>
    ${entries.map(
      ([value, text]) =>
        html`<a
          href=${href(withQuery(route, { [name]: value === fallback ? undefined : value }))}
          data-refine
          aria-current=${value === current ? 'true' : nothing}
          >${text}</a
        >`,
    )}
  </nav>`;
}
