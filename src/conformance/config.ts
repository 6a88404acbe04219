/** The configuration of a run (T3, T4). */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { reasonOf, UsageError } from './errors.js';

const address = z.string().refine((text) => /^https?:$/.test(protocolOf(text)), 'is no http or https address');
const secret = z.string().min(1);

const party = z
  .strictObject({
    token: secret.optional(),
    tokenUrl: address.optional(),
    clientId: z.string().optional(),
    clientSecret: secret.optional(),
    authMethod: z.enum(['basic', 'post']).optional(),
    scope: z.string().optional(),
    parameters: z.record(z.string(), z.string()).optional(),
    agent: z.string().optional(),
  })
  .refine(({ token, tokenUrl }) => (token === undefined) !== (tokenUrl === undefined), 'needs either token or tokenUrl')
  .refine(
    ({ tokenUrl, clientId, clientSecret }) =>
      tokenUrl === undefined || (clientId !== undefined && clientSecret !== undefined),
    'needs clientId and clientSecret beside tokenUrl',
  );

const schema = z.strictObject({
  server: address.optional(),
  decide: z.enum(['request', 'automatic', 'none']).default('request'),
  holder: party.optional(),
  partner: party.optional(),
  stranger: party.optional(),
  receiver: z.strictObject({ listen: z.string().optional(), url: address.optional() }).default({}),
});

export type Config = z.infer<typeof schema>;
export type PartyConfig = z.infer<typeof party>;

function protocolOf(text: string): string {
  return URL.canParse(text) ? new URL(text).protocol : '';
}

/** Takes `env:NAME` from the environment, anywhere. */
function withEnvironment(value: unknown, path: string, env: Readonly<Record<string, string | undefined>>): unknown {
  if (typeof value === 'string' && value.startsWith('env:')) {
    const name = value.slice('env:'.length);
    const found = env[name];
    if (found === undefined) throw new UsageError(`${path}: the environment has no ${name}`);
    return found;
  }
  if (Array.isArray(value)) return value.map((each, index) => withEnvironment(each, `${path}[${index}]`, env));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      withEnvironment(each, path === '' ? name : `${path}.${name}`, env),
    ]),
  );
}

/** @throws UsageError that names the member. */
export function parseConfig(json: unknown, env: Readonly<Record<string, string | undefined>>): Config {
  const parsed = schema.safeParse(withEnvironment(json, '', env));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join('.') ?? '';
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  if (unknown !== undefined)
    throw new UsageError(`the configuration has no member ${where === '' ? '' : `${where}.`}${unknown}`);
  throw new UsageError(`the configuration: ${where === '' ? '' : `${where} `}${issue?.message ?? 'is wrong'}`);
}

/** @throws UsageError for a file that cannot be read, and as `parseConfig`. */
export function readConfig(file: string, env: Readonly<Record<string, string | undefined>>): Config {
  return parseConfig(parseFile(file), env);
}

function parseFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    if (cause instanceof SyntaxError)
      throw new UsageError(`--config: ${file} is not JSON: ${cause.message}`, { cause });
    throw new UsageError(`--config: ${file} cannot be read: ${reasonOf(cause)}`, { cause });
  }
}
