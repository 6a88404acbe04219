/** The exports for pages and the shell: one file in the browser, loaded once. Import from here. */
export {
  css,
  html,
  nothing,
  svg,
  type PropertyValues,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
export { classMap } from 'lit/directives/class-map.js';
export { live } from 'lit/directives/live.js';
export { ref } from 'lit/directives/ref.js';
export { repeat } from 'lit/directives/repeat.js';
export * from './copy.js';
export * from './drafts.js';
export * from './element.js';
export * from './loading.js';
export * from './elements/chips.js';
export * from './elements/controls.js';
export * from './elements/dialog.js';
export * from './elements/icon.js';
export * from './elements/layout.js';
export * from './elements/menus.js';
export * from './elements/table.js';
export * from './elements/text.js';
export * from './elements/time.js';
export * from './elements/uri.js';
export * from './format.js';
export * from './http.js';
export * from './labels.js';
export * from './language.js';
export * from './live.js';
export * from './numbers.js';
export * from './partner-text.js';
export * from './preferences.js';
export * from './reconnect.js';
export * from './repeat.js';
export * from './resource.js';
export * from './root.js';
export * from './router.js';
export * from './scroll.js';
export * from './session.js';
export * from './states.js';
export * from './texts.js';
export { shared } from './shared.js';
