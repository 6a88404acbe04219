/**
 * The purpose of each setting. `npm run settings` writes docs/settings.md and .env.example from this and the schema; a
 * setting of the schema without a description does not compile.
 */
import type { SettingDescription, SettingGroup, SettingName } from './description.js';
import { calls, messages, mirror, model, rules, sparql } from './descriptions-exchange.js';
import { address, holder, identity, rest, store } from './descriptions-node.js';

/** Every setting is in one group: the compiler names a setting without a group. */
const settings: Readonly<Record<SettingName, SettingDescription>> = {
  ...address.settings,
  ...holder.settings,
  ...identity.settings,
  ...store.settings,
  ...model.settings,
  ...rules.settings,
  ...calls.settings,
  ...sparql.settings,
  ...mirror.settings,
  ...messages.settings,
  ...rest.settings,
};

export const settingDescriptions = settings;

export const settingGroups: readonly SettingGroup[] = [
  address,
  holder,
  identity,
  store,
  model,
  rules,
  calls,
  sparql,
  mirror,
  messages,
  rest,
];
