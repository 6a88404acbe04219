/** `partner`: a partner of one's own server that misbehaves (T26, T27). */
import { UsageError } from '../conformance/errors.js';
import { listenAsPartner, sendAsPartner } from '../conformance/partner.js';

export interface PartnerOptions {
  readonly listen?: string;
  readonly behave?: string;
  readonly send?: string;
  readonly to?: string;
  readonly token?: string;
  readonly order?: string;
}

const write = (line: string): void => void process.stdout.write(`${line}\n`);

/** @returns the exit code: 0, 1 if a notification was refused, 2 for wrong usage. */
export async function partner(options: PartnerOptions): Promise<0 | 1 | 2> {
  try {
    return await run(options);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`partner: ${error.message}\n`);
    return 2;
  }
}

async function run({ listen, behave = 'good', send, to, token, order = 'asis' }: PartnerOptions): Promise<0 | 1> {
  if (send !== undefined) {
    if (to === undefined || !URL.canParse(to)) throw new UsageError('--send needs --to <server url>');
    if (token === undefined) throw new UsageError('--send needs --token, such as --token env:TOKEN');
    return (await sendAsPartner({ file: send, to, token: tokenOf(token), order }, write)) ? 0 : 1;
  }
  if (listen === undefined) throw new UsageError('--listen <address:port> or --send <file> is needed');
  const controller = new AbortController();
  const stop = (): void => {
    controller.abort();
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  await listenAsPartner({ listen, behave }, { write, signal: controller.signal });
  return 0;
}

/** A token in the arguments would be in the list of processes: `env:NAME` is not. */
function tokenOf(text: string): string {
  if (!text.startsWith('env:')) return text;
  const name = text.slice('env:'.length);
  const found = process.env[name];
  if (found === undefined) throw new UsageError(`--token: the environment has no ${name}`);
  return found;
}
