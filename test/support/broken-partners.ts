/** Faulty partners: their behaviour on a connection, and the error that this node must report. */
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

export interface Fault {
  /** The partner's behaviour on a connection. Undefined: it does not listen. */
  readonly act: ((socket: Socket) => void) | undefined;
  /** The reason why a delivery fails; undefined if the status decides, because the body is not read. */
  readonly delivery: RegExp | undefined;
  /** The reason why a request fails whose response body is read. */
  readonly question: RegExp;
}

const reset = /cannot be reached \((ECONNRESET|EPIPE)\)/;
const noHttp = /sent an answer that is not HTTP \(HPE_/;
const cutOff = /ECONNRESET|not HTTP|closed the connection/;
const late = /did not answer within \d+ ms/;
const tooLarge = /sent more than this node reads/;
const noJson = /not readable JSON-LD/;
const broken = /answered with broken (gzip|deflate|br) data/;
const status = (code: number): RegExp => new RegExp(`answered with status ${code}$`);

/** Acts once the head of a request has arrived. */
function onRequest(act: (socket: Socket) => void): (socket: Socket) => void {
  return (socket) => {
    let heard = '';
    const listen = (chunk: Buffer): void => {
      heard += chunk.toString('latin1');
      if (!heard.includes('\r\n\r\n')) return;
      socket.off('data', listen);
      // The rest of the request is read, because closing the connection earlier would cut off the response.
      socket.resume();
      act(socket);
    };
    socket.on('data', listen);
  };
}

const saying = (...parts: (string | Buffer)[]): ((socket: Socket) => void) =>
  onRequest((socket) => {
    for (const part of parts) socket.write(part, 'latin1');
  });
const sayingAndClosing = (...parts: (string | Buffer)[]): ((socket: Socket) => void) =>
  onRequest((socket) => {
    for (const part of parts) socket.write(part, 'latin1');
    socket.end();
  });
const sayingAndResetting = (text: string): ((socket: Socket) => void) =>
  onRequest((socket) => {
    socket.write(text, 'latin1', () => {
      socket.resetAndDestroy();
    });
  });

/** Sends endless data as fast as the client reads it, and yields to the event loop. */
const endless = (first: string, more: string): ((socket: Socket) => void) =>
  onRequest((socket) => {
    socket.write(first, 'latin1');
    const goOn = (): void => {
      if (!socket.writable) return;
      socket.write(more, 'latin1', () => setImmediate(goOn));
    };
    goOn();
  });

/** Sends a beginning, then one byte at intervals. */
const trickling = (first: string, byte = 'x'): ((socket: Socket) => void) =>
  onRequest((socket) => {
    socket.write(first, 'latin1');
    const timer = setInterval(() => socket.write(byte), 20);
    socket.on('close', () => {
      clearInterval(timer);
    });
  });

const json = 'Content-Type: application/ld+json\r\n';
/** A response with a complete body. */
export function answer(body: string | Buffer, headers = json, line = 'HTTP/1.1 200 OK'): (socket: Socket) => void {
  const bytes = Buffer.from(body);
  return saying(`${line}\r\n${headers}Content-Length: ${bytes.length}\r\n\r\n`, bytes);
}
const head = (line: string, ...fields: string[]): string => `${[line, ...fields].join('\r\n')}\r\n\r\n`;
const OK = 'HTTP/1.1 200 OK';
const CHUNKED = 'Transfer-Encoding: chunked';

const fails = (act: Fault['act'], reason: RegExp): Fault => ({ act, delivery: reason, question: reason });
/**
 * A delivery succeeds or fails by the status alone, because its body is not read; a request that needs the body fails.
 */
const badBody = (act: Fault['act'], question: RegExp): Fault => ({ act, delivery: undefined, question });
const ofStatus = (code: number, ...fields: string[]): Fault => {
  const act = saying(head(`HTTP/1.1 ${code} x`, ...fields, 'Content-Length: 0'));
  return { act, delivery: code >= 200 && code < 300 ? undefined : status(code), question: status(code) };
};
const content = (body: string | Buffer, question = noJson, headers = json): Fault =>
  badBody(answer(body, headers), question);
const coded = (coding: string, body: Buffer, question: RegExp): Fault =>
  content(body, question, `${json}Content-Encoding: ${coding}\r\n`);

/** Faults of connections and of HTTP. */
export const httpFaults: Readonly<Record<string, Fault>> = {
  'no listener': fails(undefined, /cannot be reached \(ECONNREFUSED\)/),
  'reset at once': fails((socket) => socket.resetAndDestroy(), reset),
  'closed at once': fails((socket) => socket.end(), reset),
  'never answers': fails((socket) => socket.resume(), late),
  'reset after the request': fails(sayingAndResetting(''), reset),
  'closed after the request': fails(sayingAndClosing(), reset),
  'half a status line, closed': fails(sayingAndClosing('HTTP/1.1 20'), /not HTTP|ECONNRESET/),
  'half a header, reset': fails(sayingAndResetting(`${OK}\r\nContent-Ty`), reset),
  'half a header, then nothing': fails(saying(`${OK}\r\nContent-Ty`), late),
  'a header that trickles': fails(trickling(`${OK}\r\nX: `), late),
  'a header without end': fails(endless(`${OK}\r\n`, 'X-More: more\r\n'.repeat(100)), tooLarge),
  'one long header': fails(saying(head(OK, `X: ${'x'.repeat(20_000)}`)), tooLarge),
  'thousands of headers': fails(saying(`${OK}\r\n${'X: y\r\n'.repeat(10_000)}\r\n`), tooLarge),
  'HTTP/0.9': fails(sayingAndClosing('<html>hello</html>'), noHttp),
  'HTTP/2': fails(saying(Buffer.from('000012040000000000', 'hex')), noHttp),
  'HTTP/3.7': fails(saying(head('HTTP/3.7 200 OK')), noHttp),
  'another protocol': fails((socket) => socket.write('220 mail.example ESMTP\r\n'), noHttp),
  'a status of letters': fails(saying(head('HTTP/1.1 abc OK')), noHttp),
  'a status of two digits': fails(saying(head('HTTP/1.1 20 OK')), noHttp),
  'a status of four digits': fails(saying(head('HTTP/1.1 2000 OK')), noHttp),
  'status 000': fails(saying(head('HTTP/1.1 000 x', 'Content-Length: 0')), /not HTTP|status 0/),
  'status 999': ofStatus(999),
  'a NUL in a header': fails(saying(head(OK, 'X: a\0b')), noHttp),
  'no colon in a header': fails(saying(head(OK, 'nonsense')), noHttp),
  'a space in the name of a header': fails(saying(head(OK, 'X y: z')), noHttp),
  'a length of letters': fails(saying(head(OK, 'Content-Length: many')), noHttp),
  'a negative length': fails(saying(head(OK, 'Content-Length: -1')), noHttp),
  'a length beyond numbers': fails(saying(head(OK, `Content-Length: ${'9'.repeat(40)}`)), noHttp),
  'two lengths': fails(saying(head(OK, 'Content-Length: 1', 'Content-Length: 2')), noHttp),
  'a length and chunks': fails(saying(head(OK, 'Content-Length: 5', CHUNKED)), noHttp),
  'interim answers without end': fails(endless('', head('HTTP/1.1 100 Continue').repeat(33)), tooLarge),
  'an interim answer, then nothing': fails(saying(head('HTTP/1.1 103 Early Hints', 'Link: </x>')), late),
  'an unasked change of protocol': fails(
    saying(head('HTTP/1.1 101 x', 'Connection: Upgrade', 'Upgrade: websocket')),
    /change the protocol|cannot be reached|not HTTP/,
  ),
  'HTTP/1.0': badBody(sayingAndClosing(head('HTTP/1.0 204 No Content')), status(204)),
  '204 with a body': badBody(saying(head('HTTP/1.1 204 x', 'Content-Length: 5'), 'hello'), /status 204|not HTTP/),
  '205': ofStatus(205),
  '206': ofStatus(206, 'Content-Range: bytes 0-0/9'),
  'a body that trickles': badBody(trickling(head(OK, 'Content-Length: 100000')), late),
  'a body without end': badBody(endless(head(OK), 'x'.repeat(300_000)), tooLarge),
  'chunks without end': badBody(endless(head(OK, CHUNKED), `493e0\r\n${'x'.repeat(300_000)}\r\n`), tooLarge),
  'chunk extensions without end': badBody(endless(`${head(OK, CHUNKED)}1;`, 'x'.repeat(10_000)), tooLarge),
  'a bad chunk size': badBody(saying(head(OK, CHUNKED), 'zz\r\n'), noHttp),
  'a chunk longer than it says': badBody(saying(head(OK, CHUNKED), '1\r\nxxx\r\n0\r\n\r\n'), noHttp),
  'chunks cut off': badBody(sayingAndClosing(head(OK, CHUNKED), '5\r\nhel'), cutOff),
  'a body shorter than its length': badBody(sayingAndClosing(head(OK, 'Content-Length: 9'), '{}'), cutOff),
  'a body reset': badBody(sayingAndResetting(`${head(OK, 'Content-Length: 9')}{}`), cutOff),
  'a body longer than its length': badBody(
    saying(head(OK, 'Content-Length: 2'), '{"a":1}'),
    /not readable JSON-LD|not HTTP/,
  ),
  'an unrequested second response': badBody(
    saying(head(OK, 'Content-Length: 1') + 'x' + head(OK, 'Content-Length: 0')),
    /not readable JSON-LD|not HTTP|ECONNRESET/,
  ),
  ...Object.fromEntries(
    [300, 301, 302, 303, 304, 307, 308].map((code) => [`redirect ${code}`, ofStatus(code, 'Location: /')]),
  ),
  'a redirect to nowhere': ofStatus(302),
  'a redirect to a file': ofStatus(302, 'Location: file:///etc/passwd'),
  'a redirect to nonsense': ofStatus(307, 'Location: http://[::'),
  ...Object.fromEntries(
    [400, 401, 403, 404, 405, 407, 413, 418, 429, 431, 500, 501, 502, 503, 504, 511].map((code) => [
      `status ${code}`,
      ofStatus(code, 'Retry-After: 99999999999999999999', 'WWW-Authenticate: nonsense'),
    ]),
  ),
  'a gzip bomb': coded('gzip', gzipSync(Buffer.alloc(20_000_000)), tooLarge),
  'gzip cut off': coded('gzip', gzipSync(Buffer.from('{"a":"b"}')).subarray(0, 20), broken),
  'gzip that is none': coded('gzip', Buffer.from('{}'), broken),
  'deflate that is none': coded('deflate', Buffer.from('nonsense'), broken),
  'brotli that is none': coded('br', Buffer.from('nonsense that is no brotli'), broken),
  'gzip in gzip': coded('gzip, gzip', gzipSync(gzipSync('{}')), /content coding that was not requested/),
  'an unknown coding': coded('x-secret', Buffer.from('{}'), /content coding that was not requested/),
  'an empty body': content(''),
  'bytes that are no UTF-8': content(Buffer.from([0x22, 0xff, 0xfe, 0x22])),
  'UTF-16': content(
    Buffer.from('{"a":"b"}', 'utf16le'),
    noJson,
    'Content-Type: application/ld+json; charset=utf-16\r\n',
  ),
  'null bytes': content('\0\0\0\0'),
  'HTML instead of JSON': content('<!doctype html><title>Log in</title>', noJson, 'Content-Type: text/html\r\n'),
  'JSON cut off': content('{"@type": "api:Subscr'),
  'deep JSON': content(`${'['.repeat(200_000)}${']'.repeat(200_000)}`),
  'deep objects': content(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
  'a context elsewhere': content('{"@context": "https://elsewhere.example/context", "@type": "Subscription"}'),
  'a context that is no context': content('{"@context": [7, {"a": {"@id": []}}]}'),
  'more than is read': content(`"${'x'.repeat(2_000_000)}"`, tooLarge),
};

/**
 * Readable responses without the requested data: no fault, but the node must ignore them. Each has the status of the
 * request that caused the call: 502 if the response cannot become JSON-LD.
 */
export const uselessAnswers: Readonly<Record<string, [status: 422 | 502, act: (socket: Socket) => void]>> = {
  null: [502, answer('null')],
  'a number': [502, answer('7')],
  'a number beyond numbers': [502, answer(`{"https://x.example/p": 1e999}`)],
  'a long number': [502, answer(`{"https://x.example/p": ${'9'.repeat(5000)}}`)],
  'a byte order mark': [422, answer('\ufeff{}')],
  'an empty list': [422, answer('[]')],
  'another content type': [422, answer('{}', 'Content-Type: image/png\r\n')],
  'no content type': [422, answer('{}', '')],
  __proto__: [422, answer('{"__proto__": {"polluted": true}, "constructor": {"prototype": 1}}')],
  'interim answers before it': [
    422,
    saying(
      head('HTTP/1.1 100 Continue').repeat(3) + head('HTTP/1.1 102 Processing') + head(OK, 'Content-Length: 2') + '{}',
    ),
  ],
  'unrequested gzip': [422, answer(gzipSync('{}'), 'Content-Encoding: gzip\r\n')],
};
