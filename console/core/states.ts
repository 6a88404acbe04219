/** The states of a page's content: loading, empty, error. Each names the state and the next step. */
import { html, nothing, type TemplateResult } from 'lit';
import { copy } from './copy.js';
import { button } from './elements/controls.js';
import { visibleText } from './elements/text.js';
import { termText } from './elements/uri.js';
import type { Failure } from './http.js';
import { type Loaded, newItems, type Resource } from './resource.js';
import { shared } from './shared.js';

/** The title and every detail of an error. */
export function failureBody(failure: Failure): TemplateResult {
  const { kind, details, id } = failure;
  const title =
    kind === 'offline' || kind === 'lost' || failure.message === '' ? shared.failures[kind] : failure.message;
  return html`<p class="notice-title">${visibleText(title)}</p>
    ${failure.message !== '' && kind !== 'error' && kind !== 'conflict' ? html`<p>${shared.failures[kind]}</p>` : nothing}
    ${
      details.length === 0
        ? nothing
        : html`<ul>
            ${details.map(
              ({ message, property, resource }) =>
                html`<li>
                  <cg-text .text=${message}></cg-text>
                  ${property === null ? nothing : html`<span class="tag">${termText(property)}</span>`}
                  ${resource === null ? nothing : html`<cg-uri .uri=${resource} .compact=${true}></cg-uri>`}
                </li>`,
            )}
          </ul>`
    }
    ${failure.retryAfter === null ? nothing : html`<p>${shared.retryAfter(failure.retryAfter)}</p>`}
    ${
      id === null
        ? nothing
        : html`<p class="error-id">
            ${shared.errorId} <code>${visibleText(id)}</code>
            ${button({ text: shared.copy, tone: 'small' }, () => void copy(id))}
          </p>`
    }`;
}

/** An error in place of the content. */
export function failed(failure: Failure, again?: () => void): TemplateResult {
  return html`<div class="notice bad" role="alert">
    ${failureBody(failure)} ${again === undefined ? nothing : button(shared.tryAgain, again)}
  </div>`;
}

/** Describes the missing content and how to create it. */
export function empty(text: string, more: unknown = nothing): TemplateResult {
  return html`<div class="empty-state">
    <p>${text}</p>
    ${more}
  </div>`;
}

const skeleton = (lines: number): TemplateResult =>
  html`<div class="skeleton" aria-hidden="true">${Array.from({ length: lines }, () => html`<span></span>`)}</div>`;

function loading(state: Loaded<unknown> & { kind: 'loading' }, abort: () => void, lines: number): TemplateResult {
  return html`<div class="loading" aria-busy="true">
    <p class="visually-hidden" role="status">${state.slow ? shared.loading : ''}</p>
    ${state.slow ? skeleton(lines) : nothing}
    ${state.still ? html`<p role="status">${shared.still} ${button(shared.abort, abort)}</p>` : nothing}
  </div>`;
}

/** Renders a resource in its state. */
export function show<Value>(
  resource: Resource<Value>,
  ready: (value: Value) => unknown,
  options: {
    readonly lines?: number;
    readonly failed?: (failure: Failure) => unknown;
    /** A form, which stays to be copied when access is withdrawn (K86). */
    readonly stays?: (last: Value) => unknown;
  } = {},
): unknown {
  const { state } = resource;
  switch (state.kind) {
    case 'idle':
      return nothing;
    case 'loading':
      return loading(
        state,
        () => {
          resource.abort();
        },
        options.lines ?? 5,
      );
    case 'failed':
      return html`${options.failed?.(state.failure) ?? failed(state.failure, () => void resource.reload())}
      ${resource.last === undefined ? nothing : options.stays?.(resource.last)}`;
    case 'ready':
      return html`${newer(resource)}${ready(state.value)}`;
  }
}

/** Content does not move under the reader: a button loads the changes. */
export function newer(resource: Resource<unknown>): unknown {
  if (resource.newer === undefined) return nothing;
  return html`<div class="newer" role="status">
    ${shared.changed(newItems(resource.value, resource.newer))}
    ${button(shared.showChanges, () => {
      resource.showNewer();
    })}
  </div>`;
}
