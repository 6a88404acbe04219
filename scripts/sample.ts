/**
 * `npm run sample`: creates an example exchange in the store of this folder's settings (`./data` by default), which
 * must be empty. It uses the API of a node that it starts, and a partner's server.
 */
import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import 'dotenv/config';
import { createSample } from '../src/console/sample.js';
import type { SampleMessage, SampleNode, SampleParty, SampleServer } from '../src/console/sample-node.js';
import { sampleContext } from '../src/console/sample-payloads.js';
import { readSettings } from '../src/settings/settings.js';
import { sampleMessages } from './sample-messages.js';
import { LatePartner, sampleSettings } from './sample-partner.js';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/** Reports in one line why the example is not created. */
function refuse(reason: string): never {
  process.stderr.write(`no sample: ${reason}\n`);
  process.exit(1);
}

async function isEmpty(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length === 0;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return true;
    throw error;
  }
}

/** Starts the node with these settings; resolves with its base URL. */
function start(): Promise<{ base: string; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, [MAIN], {
    env: { LOG_LEVEL: 'error', ...process.env, ...sampleSettings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      resolve();
    });
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const base = /listening on (\S+)/.exec(text)?.[1];
      if (base !== undefined) resolve({ base, stop });
    });
    void ended.then(() => {
      reject(new Error('the node has ended; the line above says why'));
    });
  });
}

async function tokenOf(base: string, client: string, agent: string | undefined): Promise<string> {
  const response = await fetch(`${base}/dev-idp/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from(`${client}:${client}-secret`).toString('base64')}` },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      ...(agent !== undefined && { logistics_agent_uri: agent }),
    }),
  });
  const answer: unknown = await response.json();
  if (typeof answer === 'object' && answer !== null && 'access_token' in answer) return String(answer.access_token);
  throw new Error(`no token for ${client}`);
}

const nodeAt = (base: string, server: SampleServer, messages: readonly SampleMessage[]): SampleNode => ({
  base,
  server,
  messages,
  party: async (client, agent): Promise<SampleParty> => {
    const token = await tokenOf(base, client, agent);
    return {
      send: async (method, address, body) => {
        const response = await fetch(address.startsWith('/') ? base + address : address, {
          method,
          headers: {
            Authorization: `Bearer ${token}`,
            ...(body !== undefined && {
              'Content-Type': typeof body === 'string' ? 'application/xml' : 'application/ld+json',
            }),
          },
          ...(body !== undefined && {
            body: typeof body === 'string' ? body : JSON.stringify({ '@context': sampleContext, ...body }),
          }),
        });
        const text = await response.text();
        const isJson = (response.headers.get('content-type') ?? '').includes('json') && text !== '';
        const parsed: unknown = isJson ? JSON.parse(text) : undefined;
        return { status: response.status, location: response.headers.get('location'), body: parsed };
      },
    };
  },
});

async function main(): Promise<void> {
  const { store, devIdp } = readSettings(process.env);
  if (store.kind !== 'folder') refuse('STORE_URL must be a folder, in which the sample stays');
  if (!(await isEmpty(store.path)))
    refuse(`${store.path} is not empty; move it away, or set STORE_URL to another folder`);
  if (!devIdp) refuse('it needs the development identity provider (DEV_IDP=true)');
  const { base, stop } = await start();
  const partner = await LatePartner.start(Number(new URL(base).port) + 1);
  try {
    const shipment = await createSample(nodeAt(base, partner, await sampleMessages()), (step) =>
      process.stdout.write(`${step}\n`),
    );
    process.stdout.write(`\nThe sample is in ${store.path}. Start the node with npm start and open ${base}/console\n`);
    process.stdout.write(`The shipment: ${shipment}\n`);
  } finally {
    await stop();
    await partner.stop();
  }
}

main().catch((error: unknown) => {
  refuse(error instanceof Error ? error.message : String(error));
});
