/**
 * `npm run settings`: generates docs/settings.md and .env.example from the schema of the settings and its descriptions.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { z } from 'zod';
import type { SettingDescription, SettingName } from '../src/settings/description.js';
import { settingGroups } from '../src/settings/descriptions.js';
import { environment } from '../src/settings/settings-schema.js';

const at = (file: string): string => fileURLToPath(new URL(`../${file}`, import.meta.url));
export const FILES = { page: at('docs/settings.md'), example: at('.env.example') };

const isName = (name: string): name is SettingName => name in environment.shape;

/** The default, in the notation of the environment. */
function defaultOf(name: SettingName, description: SettingDescription): string {
  if (description.default !== undefined) return description.default;
  const schema = environment.shape[name];
  const value: unknown = schema instanceof z.ZodDefault ? schema.def.defaultValue : undefined;
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return 'none';
  return `\`${typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value)}\``;
}

function entries(settings: Partial<Readonly<Record<SettingName, SettingDescription>>>) {
  return Object.entries(settings).flatMap(([name, description]) => (isName(name) ? [{ name, description }] : []));
}

/** A heading for each setting, which can be linked to and read in a terminal. */
export async function settingsPage(): Promise<string> {
  const lines = [
    '# Settings',
    '<!-- Written by `npm run settings` from src/settings; a test finds it out of date. -->',
    'Settings come from the environment, or from a file `.env` in the working directory ([.env.example](../.env.example) has all of them).',
    'A wrong value stops the node at once with one line that names the setting. An empty value counts as no value.',
    'No setting is necessary to try the node on one machine. A node on the internet needs `NODE_ENV`, `BASE_URL`, `DATA_HOLDER_NAME`, `TRUSTED_ISSUERS`, `IDP_TOKEN_URL` with client and secret, and TLS.',
    ...settingGroups.flatMap(({ title, about, settings }) => [
      `## ${title}`,
      ...(about === undefined ? [] : [about]),
      ...entries(settings).flatMap(({ name, description }) => [
        `### ${name}`,
        description.meaning,
        [
          `- value: ${description.kind}`,
          `- default: ${defaultOf(name, description)}`,
          `- example: \`${name}=${description.example}\``,
          `- since: ${description.since ?? '0.2.0'}`,
        ].join('\n'),
      ]),
    ]),
  ];
  const style = { ...(await resolveConfig(FILES.page)), parser: 'markdown', proseWrap: 'always' } as const;
  return format(lines.join('\n\n'), style);
}

/** One line for each setting, commented out. */
export function exampleFile(): string {
  const quoted = (value: string): string => (/^[\w:/.,@-]+$/.test(value) ? value : `'${value}'`);
  const lines = settingGroups.flatMap(({ title, settings }) => [
    `# ${title}`,
    ...entries(settings).map(({ name, description }) => `# ${name}=${quoted(description.example)}`),
    '',
  ]);
  return [
    '# Every setting, with an example. Copy the file to .env and remove the # from the lines that you need; docs/settings.md describes each setting.',
    '# Written by `npm run settings`.',
    '',
    ...lines,
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(FILES.page, await settingsPage());
  writeFileSync(FILES.example, exampleFile());
}
