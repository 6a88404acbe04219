/** A sample of a component in one of its states. */
import { html, type TemplateResult } from '../core/index.js';

export interface Sample {
  readonly state: string;
  readonly body: unknown;
}

/** A component with its samples, each in an element of its own (K88). */
export interface Component {
  readonly name: string;
  readonly samples: readonly Sample[];
  /** The samples take the whole width, one below the other. */
  readonly isWide?: boolean;
}

/** A component in several states, made by one function. */
export const inStates = (
  name: string,
  states: readonly string[],
  body: (state: string) => unknown,
  isWide = false,
): Component => ({ name, isWide, samples: states.map((state) => ({ state, body: body(state) })) });

export function componentView({ name, samples, isWide = false }: Component): TemplateResult {
  const id = `component-${name.replace(/\W/g, '-')}`;
  return html`<section class="card component" aria-labelledby=${id}>
    <h3 id=${id}><code>${name}</code></h3>
    <div class=${isWide ? 'samples wide' : 'samples'}>
      ${samples.map(
        ({ state, body }) =>
          html`<div class="sample">
            <p class="sample-state"><code>${state}</code></p>
            <div class="sample-body" data-component=${name} data-state=${state}>${body}</div>
          </div>`,
      )}
    </div>
  </section>`;
}
