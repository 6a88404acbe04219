/** The commands for other people's servers: they open no store, and read no setting of a node (T1). */
import type { Command } from 'commander';
import type { ConformanceOptions } from '../commands/conformance.js';
import type { PartnerOptions } from '../commands/partner.js';

const CONFORMANCE_HELP = `
The exit code is 0 if no MUST check failed, 1 if some did, 2 for wrong usage or a server that does not answer.
docs/conformance.md describes the configuration and the reports.`;

const PARTNER_HELP = `
Behaviours: good, late=<s>, twice, error=<status>[:<n>], slow, huge, redirect=<url>, drop. It writes one JSON line for
each notification.`;

/** The commands whose wrong usage is exit code 2 (T2). */
export const kitCommands: readonly string[] = ['conformance', 'partner'];

export function addKitCommands(program: Command): void {
  program
    .command('conformance')
    .description('judge any ONE Record server by the published standard')
    .argument('[server]', 'its address')
    .option('--config <file>', 'the callers and how requests are decided (JSON)')
    .option('--api-version <versions>', "2.0.0, 2.1.0, 2.2.0, 2.3.0 or all (those in the server's information)")
    .option('--only <what>', 'areas or ids of checks')
    .option('--out <folder>', 'write report.xml, report.jsonld and report.html')
    .option('--read-only', 'send only GET, HEAD and OPTIONS')
    .option('--strict', 'count SHOULD checks for the exit code')
    .option('--known <file>', 'ids of known failures, one a line with a reason after #')
    .option('--rate <n>', 'requests a second (20; 0, no limit, on loopback)')
    .option('--time <seconds>', 'for each version, at most 170 (150)')
    .option('--receiver <address:port>', 'where the receiver of notifications listens (a free port of loopback)')
    .option('--receiver-url <url>', 'its public address')
    .option('--clean <run>', 'revoke what a killed run has left, and end')
    .option('--list', 'print the checks, and end')
    .option('--json', 'the result as one JSON document')
    .addHelpText('after', CONFORMANCE_HELP)
    .action(async (server: string | undefined, options: ConformanceOptions) => {
      const { conformance } = await import('../commands/conformance.js');
      process.exitCode = await conformance(server, options);
    });
  program
    .command('partner')
    .description("receive your server's notifications as a partner that misbehaves, or send some to it")
    .option('--listen <address:port>', 'where it listens')
    .option('--behave <names>', 'how it answers (good)')
    .option('--send <file>', 'send recorded notifications instead')
    .option('--to <server>', 'the address of the server')
    .option('--token <token>', 'its token; env:NAME takes it from the environment')
    .option('--order <order>', 'twice, reversed or late=<s>')
    .addHelpText('after', PARTNER_HELP)
    .action(async (options: PartnerOptions) => {
      const { partner } = await import('../commands/partner.js');
      process.exitCode = await partner(options);
    });
}
