import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { parse } from 'dotenv';
import { exampleFile, FILES, settingsPage } from '../../scripts/settings.js';
import { settingDescriptions, settingGroups } from '../../src/settings/descriptions.js';
import { environment } from '../../src/settings/settings-schema.js';

const names = Object.keys(environment.shape).sort();

describe('Each setting', () => {
  it('has a description, in one group', () => {
    expect(Object.keys(settingDescriptions).sort()).to.deep.equal(names);
    expect(settingGroups.flatMap(({ settings }) => Object.keys(settings)).sort()).to.deep.equal(names);
  });

  it('accepts its example', () => {
    for (const [name, { example }] of Object.entries(settingDescriptions)) {
      const { error } = environment.partial().safeParse({ [name]: example });
      expect(error?.issues, name).to.equal(undefined);
    }
  });

  it('is in docs/settings.md and .env.example as the schema has it', async () => {
    const hint = 'out of date: npm run settings';
    expect(readFileSync(FILES.page, 'utf8'), hint).to.equal(await settingsPage());
    expect(readFileSync(FILES.example, 'utf8'), hint).to.equal(exampleFile());
  });

  it('can be copied from .env.example', () => {
    const taken = parse(exampleFile().replace(/^# (?=[A-Z_]+=)/gm, ''));
    const expected = Object.fromEntries(
      Object.entries(settingDescriptions).map(([name, { example }]) => [name, example]),
    );
    expect(taken).to.deep.equal(expected);
  });

  it('refers to documents that are there', () => {
    for (const [name, { meaning }] of Object.entries(settingDescriptions)) {
      for (const [file] of meaning.matchAll(/docs\/[\w/-]+\.md/g))
        expect(existsSync(fileURLToPath(new URL(`../../${file}`, import.meta.url))), `${name}: ${file}`).to.equal(true);
    }
  });
});
