/**
 * `node dist/health-check.js`: exits 0 if the node of these settings is ready. A separate program that imports nothing of
 * the node, because a container runs it every few seconds.
 */
import { get, type IncomingMessage } from 'node:http';
import { get as getSecurely } from 'node:https';
import { connect } from 'node:tls';

const TIMEOUT_MS = 4000;

/** An empty setting counts as absent. */
function setting(name: string): string | undefined {
  const value = process.env[name];
  return value === '' ? undefined : value;
}

function end(ready: boolean): never {
  process.exit(ready ? 0 : 1);
}

const wildcardHosts: ReadonlySet<string> = new Set(['0.0.0.0', '::']);
const configuredHost = setting('HOST') ?? 'localhost';
const host = wildcardHosts.has(configuredHost) ? 'localhost' : configuredHost;
const port = Number(setting('PORT') ?? 8080);
const base = new URL(setting('BASE_URL') ?? 'http://localhost').pathname.replace(/\/$/, '');
// The certificate is for the node's public name, not for `localhost`.
const options = { host, port, path: `${base}/health/ready`, rejectUnauthorized: false };
const onResponse = ({ statusCode }: IncomingMessage): void => {
  end(statusCode === 200);
};
const fail = (): void => {
  end(false);
};

setTimeout(fail, TIMEOUT_MS);
if (setting('TLS_CERT_FILE') === undefined) get(options, onResponse).on('error', fail);
else if (setting('TLS_CLIENT_CA_FILE') === undefined) getSecurely(options, onResponse).on('error', fail);
// Requests need a client certificate, which this program does not have: it checks only that the node accepts connections.
else
  connect({ host, port, rejectUnauthorized: false }, () => {
    end(true);
  }).on('error', fail);
