import { texts } from '../core/index.js';

export const draftsTexts = texts('draftsTexts', {
  title: 'Drafts and templates',
  drafts: 'Drafts',
  templates: 'Templates',
  none: 'No draft and no template yet.',
  noneHint:
    'What you begin under New is saved here by itself. A form can be saved as a template, to begin with it again.',
  truncated: 'There are more templates of others than are listed.',
  name: 'Title',
  untitled: 'without a title',
  form: 'For',
  changed: 'Last change',
  owner: 'Whose',
  own: 'yours',
  shared: 'yours, shared with your colleagues',
  acts: 'Acts',
  remove: 'Delete',
  removeTitle: (name: string) => `Delete “${name}”?`,
  removeHint: 'What was typed is gone then.',
  removed: (name: string) => `“${name}” is deleted.`,
});
