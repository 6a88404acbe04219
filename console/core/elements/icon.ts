/** Icons: lines on a grid of 20, in the colour of the text beside them. A word always stands beside one (K90). */
import { html, type TemplateResult } from 'lit';

const paths = {
  home: 'M3 9.5 10 3.5l7 6M5 8v8.5h10V8',
  objects: 'M3 6.5 10 3l7 3.5v7L10 17l-7-3.5zM3 6.5 10 10l7-3.5M10 10v7',
  requests: 'M4 10.5l4 4 8-9',
  drafts: 'M4 16l1-4 8.5-8.5 3 3L8 15zM11.5 5.5l3 3',
  partners:
    'M7.5 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2 17c0-3.5 2.5-5 5.5-5s5.5 1.5 5.5 5M13 4a3 3 0 0 1 0 5.5M15 12.5c2 .5 3 2 3 4.5',
  copies: 'M7 7h10v10H7zM13 7V3H3v10h4',
  deliveries: 'M3 10h11M10 5l5 5-5 5M17 4v12',
  inbox: 'M3 11l2.5-7h9l2.5 7v5.5H3zM3 11h4l1 2h4l1-2h4',
  messages: 'M3 5h14v10H3zM3 5.5l7 5.5 7-5.5',
  questions: 'M7 7.5a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M10 16v.1',
  sparql: 'M7 6l-4 4 4 4M13 6l4 4-4 4',
  health: 'M2.5 10.5H6l2-5.5 3.5 10 2-4.5h4',
  erasures: 'M8 16.5h9M4 12l7.5-7.5 4 4L8 16H6.5L4 13.5z',
  check: 'M6 4h8l2 2v10.5H4V4zM7 11l2 2 4-4.5',
  model: 'M4 4h9l3 3v9.5H4zM7 8h5M7 11h6M7 14h4',
  plus: 'M10 4v12M4 10h12',
  more: 'M4 10v.1M10 10v.1M16 10v.1',
  print: 'M6 8V3.5h8V8M6 14H3.5V8h13v6H14M6 12h8v5H6z',
  watch: 'M2 10s3-5.5 8-5.5 8 5.5 8 5.5-3 5.5-8 5.5S2 10 2 10zM10 12.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4z',
  fold: 'M6 8l4 4 4-4',
  close: 'M5 5l10 10M15 5L5 15',
} as const;

export type IconName = keyof typeof paths;
export const iconNames = Object.keys(paths) as readonly IconName[];

export const icon = (name: IconName): TemplateResult =>
  html`<svg class="sign" viewBox="0 0 20 20" aria-hidden="true" focusable="false"><path d=${paths[name]}></path></svg>`;
