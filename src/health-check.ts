/**
 * `node dist/health-check.js`: whether the node of these settings is ready, as an exit code. A program of its own, since
 * a container asks every few seconds: it must load nothing.
 */
import { get, type IncomingMessage } from 'node:http';
import { get as getSecurely } from 'node:https';
import { connect } from 'node:tls';

const TIMEOUT_MS = 4000;

/** A setting; one that is empty is none. */
function setting(name: string): string | undefined {
  const value = process.env[name];
  return value === '' ? undefined : value;
}

function end(ready: boolean): never {
  process.exit(ready ? 0 : 1);
}

const wildcardHosts: ReadonlySet<string> = new Set(['0.0.0.0', '::']);
const given = setting('HOST') ?? 'localhost';
const host = wildcardHosts.has(given) ? 'localhost' : given;
const port = Number(setting('PORT') ?? 8080);
const base = new URL(setting('BASE_URL') ?? 'http://localhost').pathname.replace(/\/$/, '');
// The certificate is made for the name that others know the node by.
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
// Without a certificate of a client nobody gets as far as a request; that somebody answers is all that can be told.
else
  connect({ host, port, rejectUnauthorized: false }, () => {
    end(true);
  }).on('error', fail);
