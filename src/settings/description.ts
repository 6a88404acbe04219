/** The description of a setting. */
import type { Environment } from './settings-schema.js';

export interface SettingDescription {
  /** The kind of its values. */
  readonly kind: string;
  /** The effect without a value, if the schema has no default. */
  readonly default?: string;
  readonly meaning: string;
  /** An accepted value. */
  readonly example: string;
  /** The first version with the setting; absent for the first version of all. */
  readonly since?: string;
}

export type SettingName = keyof Environment;

export interface SettingGroup {
  readonly title: string;
  readonly about?: string;
  readonly settings: Partial<Readonly<Record<SettingName, SettingDescription>>>;
}

/** A group with the names of its settings. */
interface GroupOf<Name extends SettingName> extends SettingGroup {
  readonly settings: Readonly<Record<Name, SettingDescription>> & SettingGroup['settings'];
}

/** Creates a group: the compiler checks that each name is a setting. */
export const group = <Name extends SettingName>(
  title: string,
  settings: Readonly<Record<Name, SettingDescription>>,
  about?: string,
): GroupOf<Name> => ({ title, settings, ...(about !== undefined && { about }) });
