/** How a setting is described. */
import type { Environment } from './settings-schema.js';

export interface SettingDescription {
  /** The values that it takes. */
  readonly kind: string;
  /** Where the schema has none: what holds without it. */
  readonly default?: string;
  readonly meaning: string;
  /** A value that is taken. */
  readonly example: string;
  /** The first version that has it; without it, the first one of all. */
  readonly since?: string;
}

export type SettingName = keyof Environment;

export interface SettingGroup {
  readonly title: string;
  readonly about?: string;
  readonly settings: Partial<Readonly<Record<SettingName, SettingDescription>>>;
}

/** A group, which knows the names of its settings. */
interface GroupOf<Name extends SettingName> extends SettingGroup {
  readonly settings: Readonly<Record<Name, SettingDescription>> & SettingGroup['settings'];
}

/** One group: the compiler knows its names, and that each is a setting. */
export const group = <Name extends SettingName>(
  title: string,
  settings: Readonly<Record<Name, SettingDescription>>,
  about?: string,
): GroupOf<Name> => ({ title, settings, ...(about !== undefined && { about }) });
