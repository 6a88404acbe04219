import { texts } from '../core/index.js';

export const fieldTexts = texts('fieldTexts', {
  at: (host: string) => `at ${host}`,
  objectHint: 'Number, name or id',
  partnerHint: 'Name, airline code or server',
});

export const dateTexts = texts('dateTexts', {
  anyTime: 'any time',
  periods: { today: 'today', week: 'this week', month: 'this month' },
  days: 'from … to …',
  from: (zone: string) => `From (${zone})`,
  to: (zone: string) => `To (${zone})`,
});

export const viewTexts = texts('viewTexts', {
  title: 'Saved views',
  save: 'Save this view',
  saveTitle: 'Save this view',
  saveHint: 'The filters and the order of this list, under a name.',
  name: 'Name',
  whoSees: 'Who sees it',
  own: 'only me',
  internal: 'everybody of this node',
  saved: (name: string) => `The view “${name}” is saved.`,
  manage: 'Manage views',
  manageTitle: 'Saved views of this list',
  rename: 'Rename',
  renameTitle: (name: string) => `Rename “${name}”`,
  remove: 'Delete',
  removeTitle: (name: string) => `Delete the view “${name}”?`,
  removeHint: 'The list itself stays as it is.',
  removed: (name: string) => `The view “${name}” is deleted.`,
  renamed: (name: string) => `The view is now called “${name}”.`,
  by: (owner: string) => `by ${owner}`,
});
