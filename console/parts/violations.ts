/** Violations, each with its message, property and position. */
import type { Violation } from '../../src/console/responses.js';
import { button, html, nothing, type TemplateResult, termLabel, termText, visibleText } from '../core/index.js';
import { checkTexts as t } from '../texts/check.js';

/** Warnings about a valid document; nothing without a warning. */
export function warningsView(warnings: readonly Violation[]): TemplateResult | typeof nothing {
  if (warnings.length === 0) return nothing;
  return html`<section class="notice wait">
    <p class="notice-title">${t.warnings(warnings.length)}</p>
    ${violationsView(warnings)}
  </section>`;
}

/** @param go moves to a position in the document; without it, positions are plain text. */
export function violationsView(
  violations: readonly Violation[],
  go?: (line: number, column: number) => void,
): TemplateResult {
  return html`<ul class="violations">
    ${violations.map(({ message, property, resource, line, column = 1, kind }) => {
      const place = line === undefined ? undefined : t.place(line, column);
      return html`<li>
        <cg-text .text=${message}></cg-text>
        ${property === null ? nothing : html`<span class="tag">${termText(property)}</span>`}
        ${kind === '' ? nothing : html`<span class="quiet">${visibleText(termLabel(kind).toLowerCase())}</span>`}
        ${resource === null || !/^https?:/.test(resource) ? nothing : html`<cg-uri .uri=${resource} .compact=${true}></cg-uri>`}
        ${
          line === undefined || place === undefined
            ? nothing
            : go === undefined
              ? html`<span class="quiet">${place}</span>`
              : button({ text: place, tone: 'link' }, () => {
                  go(line, column);
                })
        }
      </li>`;
    })}
  </ul>`;
}
