import { expect } from 'chai';
import { listeningLine, startHint } from '../src/process/listening-line.js';

describe('The line of a node that is ready', () => {
  const rows: readonly [baseUrl: string, host: string, port: number, socket?: string][] = [
    ['http://localhost:8080', 'localhost', 8080],
    ['http://localhost:8080/tenants/air', '127.0.0.1', 8080],
    ['http://localhost:8080', '0.0.0.0', 8080],
    ['http://localhost:18200', 'localhost', 18202, 'localhost:18202'],
    ['https://api.example.com', '0.0.0.0', 8080, '0.0.0.0:8080'],
    ['https://api.example.com', 'api.example.com', 443],
    ['https://api.example.com', '::', 443, '[::]:443'],
  ];
  for (const [baseUrl, host, port, socket] of rows) {
    it(`${socket === undefined ? 'is the base URL only' : 'names the socket'} for ${baseUrl} on ${host}:${port}`, () => {
      const suffix = socket === undefined ? '' : ` (socket ${socket})`;
      expect(listeningLine({ baseUrl, host, port })).to.equal(`listening on ${baseUrl}${suffix}`);
    });
  }
});

describe('What a node prints after that line', () => {
  const baseUrl = 'http://localhost:8080';
  const lastLines = (hint: string): string[] => hint.trimEnd().split('\n').slice(-3);

  it('ends with the addresses of the console and of /docs, and how to stop', () => {
    expect(lastLines(startHint({ baseUrl, devIdp: true, console: true }))).to.deep.equal([
      `  console  ${baseUrl}/console/`,
      `  API      ${baseUrl}/docs`,
      '  stop     Ctrl-C (nothing is lost)',
    ]);
  });

  it('names no console and no token that there is not', () => {
    const hint = startHint({ baseUrl, devIdp: false, console: false });
    expect(hint).to.not.include('console');
    expect(hint).to.not.include('dev-idp');
  });
});
