/** nginx and Caddy with the configurations of docs/deploy, in front of a node. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Authority } from '../../../test/support/certificates.js';
import { freePort, type NodeProcess } from '../../../test/support/process.js';
import { programOf, succeed } from './programs.js';
import { nodeBehind, readThrough } from './through-proxy.js';

/** Replaces every occurrence. @throws Error if there is none, because the check would then differ from the document. */
export function replace(text: string, ...pairs: readonly (readonly [string, string])[]): string {
  return pairs.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`${from} is not there`);
    return changed.replaceAll(from, to);
  }, text);
}

async function inFront(
  folder: string,
  baseUrl: string,
  nodePort: number,
  proxy: () => ChildProcess,
  ca?: string,
): Promise<void> {
  const node: NodeProcess = await nodeBehind(folder, baseUrl, nodePort);
  const child = proxy();
  const ended = once(child, 'close');
  try {
    await readThrough(baseUrl, nodePort, ca);
  } finally {
    child.kill('SIGTERM');
    await ended;
    node.kill('SIGTERM');
    await node.ended;
  }
}

/** @param deploy the folder of the documents. @param folder for files of the check. */
export async function checkNginx(deploy: string, folder: string): Promise<string> {
  const nginx = programOf('nginx', 'usr/sbin/nginx');
  const [nodePort, tlsPort, plainPort] = [await freePort(), await freePort(), await freePort()];
  const authority = await Authority.make('proxy');
  const { cert, key } = await authority.sign('localhost');
  writeFileSync(join(folder, 'fullchain.pem'), cert);
  writeFileSync(join(folder, 'privkey.pem'), key);
  const site = replace(
    readFileSync(join(deploy, 'nginx.conf'), 'utf8'),
    ['/etc/ssl/node.example.com/', `${folder}/`],
    ['127.0.0.1:8080', `127.0.0.1:${nodePort}`],
    ['listen 443 ', `listen ${tlsPort} `],
    ['listen [::]:443 ', `listen [::]:${tlsPort} `],
    ['listen 80;', `listen ${plainPort};`],
    ['listen [::]:80;', `listen [::]:${plainPort};`],
  );
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    [
      `user root; daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; worker_processes 1; events {}`,
      `http { access_log off; ${temporary.join(' ')} ${site} }`,
    ].join('\n'),
  );
  succeed(nginx, ['-t', '-q', '-c', file]);
  const start = (): ChildProcess => spawn(nginx, ['-c', file], { stdio: 'inherit' });
  await inFront(folder, `https://localhost:${tlsPort}`, nodePort, start, authority.cert);
  return 'nginx -t accepts it, and a node was read and written through it';
}

/** @param deploy the folder of the documents. @param folder for files of the check. */
export async function checkCaddy(deploy: string, folder: string): Promise<string> {
  const program = programOf('caddy', 'usr/bin/caddy');
  const document = join(deploy, 'Caddyfile');
  const options = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder };
  const caddy = (command: string, file: string): ChildProcess =>
    spawn(program, [command, '--config', file, '--adapter', 'caddyfile'], { env: options, stdio: 'ignore' });
  const [code] = (await once(caddy('validate', document), 'close')) as [number | null];
  if (code !== 0) throw new Error(`caddy validate ended with ${code}`);

  const [nodePort, port] = [await freePort(), await freePort()];
  const file = join(folder, 'Caddyfile');
  // Without a certificate, which Caddy would request from an authority.
  const text = replace(
    readFileSync(document, 'utf8'),
    ['node.example.com {', `http://localhost:${port} {`],
    ['127.0.0.1:8080 {', `127.0.0.1:${nodePort} {`],
  );
  writeFileSync(file, `{\n\tadmin off\n}\n${text}`);
  await inFront(folder, `http://localhost:${port}`, nodePort, () => caddy('run', file));
  return 'caddy validate accepts it, and a node was read and written through it without TLS';
}
