/** Buttons, and event handlers for the fields and forms of templates. */
import { html, nothing, type TemplateResult } from 'lit';

interface ButtonLook {
  readonly text: unknown;
  /** The CSS class of the button. */
  readonly tone?: string;
  readonly isDisabled?: boolean;
}

/** A button that does not submit a form. @param look only a text means the default style. */
export function button(look: string | ButtonLook, press: () => void): TemplateResult {
  const { text, tone, isDisabled = false } = typeof look === 'string' ? { text: look } : look;
  return html`<button type="button" class=${tone ?? nothing} ?disabled=${isDisabled} @click=${press}>${text}</button>`;
}

/** A handler of `@input` and `@change`, which gets the value of the field. */
export const typed =
  (set: (value: string) => void) =>
  ({ target }: Event): void => {
    if (
      target instanceof HTMLInputElement ||
      target instanceof HTMLSelectElement ||
      target instanceof HTMLTextAreaElement
    )
      set(target.value);
  };

/** A handler of `@submit`, which gets the trimmed values of the fields by name. */
export const submitted =
  (send: (value: (name: string) => string) => void) =>
  (event: Event): void => {
    event.preventDefault();
    if (!(event.target instanceof HTMLFormElement)) return;
    const data = new FormData(event.target);
    send((name) => {
      const value = data.get(name);
      return typeof value === 'string' ? value.trim() : '';
    });
  };
