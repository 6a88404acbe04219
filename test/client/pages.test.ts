/** Lists in pages (T47), from servers that know pages in different ways. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { type Client, createClient, NotSupportedError } from '../../src/client/index.js';
import { model } from './model.js';
import { rejection, type Script, type Scripted, ScriptedServer } from './scripted.js';

const api = 'https://onerecord.iata.org/ns/api#';
const cargo = 'https://onerecord.iata.org/ns/cargo#';

describe('client: pages', () => {
  let server: ScriptedServer;
  let client: Client;
  afterEach(() => server.close());

  const object = (): string => `${server.url}/logistics-objects/1`;
  const eventUri = (number: number): string => `${object()}/logistics-events/${number}`;
  const numberOf = ({ uri }: { readonly uri: string }): number => Number(uri.split('/').at(-1));

  const collection = (numbers: readonly number[], total: number | undefined): Scripted => ({
    body: {
      '@context': { api, cargo },
      '@id': `${object()}/logistics-events`,
      '@type': 'api:Collection',
      ...(total !== undefined && { 'api:hasTotalItems': total }),
      'api:hasItem': numbers.map((number) => ({
        '@id': eventUri(number),
        '@type': 'cargo:LogisticsEvent',
        'cargo:eventName': `event ${number}`,
      })),
    },
  });
  const start = async (script: Script): Promise<void> => {
    server = await ScriptedServer.start(script);
    client = createClient({ server: server.url, token: () => 't', model, retries: 0 });
  };
  const range = (from: number, to: number): number[] =>
    Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
  const query = (path: string): URLSearchParams => new URLSearchParams(path.split('?')[1]);

  /** A server with pages by number. */
  const paged =
    (count: number, { hasTotal = true, most = Infinity } = {}): Script =>
    ({ path }) => {
      const limit = Math.min(Number(query(path).get('limit') ?? count), most);
      const skip = Number(query(path).get('skip') ?? 0);
      return collection(range(skip, Math.min(count, skip + limit)), hasTotal ? count : undefined);
    };

  const all = async (pageSize: number): Promise<number[]> => {
    const found: number[] = [];
    for await (const event of client.events(object(), { pageSize })) found.push(numberOf(event));
    return found;
  };

  for (const hasTotal of [true, false]) {
    it(`the next page is asked for when it is needed, ${hasTotal ? 'with' : 'without'} a total`, async () => {
      await start(paged(7, { hasTotal }));
      expect(await all(3)).to.deep.equal(range(0, 7));
      expect(server.asked.map(({ path }) => query(path).toString())).to.deep.equal([
        'limit=3',
        'limit=3&skip=3',
        'limit=3&skip=6',
      ]);
    });
  }

  it('break sends nothing more', async () => {
    await start(paged(100));
    for await (const event of client.events(object(), { pageSize: 10 })) if (numberOf(event) === 4) break;
    expect(server.asked).to.have.length(1);
    expect(await client.events(object(), { pageSize: 10 }).toArray({ limit: 10 })).to.have.length(10);
    expect(server.asked).to.have.length(2);
  });

  it('a server that gives fewer than asked for is asked on as long as its total says so', async () => {
    await start(paged(7, { most: 2 }));
    expect(await all(5)).to.deep.equal(range(0, 7));
  });

  for (const count of [6, 7]) {
    it(`a server that gives fewer of ${count} than asked for, without a total, is asked on as long as it gives as many`, async () => {
      await start(paged(count, { most: 2, hasTotal: false }));
      expect(await all(5)).to.deep.equal(range(0, count));
    });
  }

  for (const count of [0, 1, 3, 5]) {
    for (const total of [true, false]) {
      it(`a server that ignores limit and skip gives its ${count} items once, ${total ? 'with' : 'without'} a total`, async () => {
        await start(() => collection(range(0, count), total ? count : undefined));
        expect(await all(3)).to.deep.equal(range(0, count));
        expect(server.asked.length).to.be.lessThan(3);
      });
    }
  }

  it('Link to the next page is followed, and nothing comes twice', async () => {
    await start(({ path }) => {
      const after = Number(query(path).get('after') ?? 0);
      // The item before this page comes again, as if another had been added.
      const items = range(Math.max(0, after - 1), Math.min(6, after + 2));
      const next = after + 2 < 6 ? { Link: `<?limit=2&after=${after + 2}>; rel="next"` } : undefined;
      return { ...collection(items, 6), ...(next && { headers: next }) };
    });
    expect(await all(3)).to.deep.equal(range(0, 6));
  });

  it('a Link to another server is refused: the token is not for it', async () => {
    await start(() => ({ ...collection([1, 2], 9), headers: { Link: '<https://other.example/?x>; rel="next"' } }));
    expect(String(await rejection(all(2)))).to.include('https://other.example');
  });

  it('links to the next page that lead in a circle end', async () => {
    await start(({ path }) => {
      const page = Number(query(path).get('page') ?? 1);
      const next = { Link: `<?page=${page === 3 ? 2 : page + 1}>; rel="next"` };
      return { ...collection([page * 2, page * 2 + 1], undefined), headers: next };
    });
    expect(await all(2)).to.deep.equal([2, 3, 4, 5, 6, 7]);
  });

  it('one page, and an array up to a limit', async () => {
    await start(paged(7));
    const events = client.events(object(), { pageSize: 3 });
    expect((await events.page(2)).map(numberOf)).to.deep.equal([3, 4, 5]);
    expect((await events.page(4)).map(numberOf)).to.deep.equal([]);
    expect((await events.toArray({ limit: 4 })).map(numberOf)).to.deep.equal(range(0, 4));
    expect(await events.toArray({ limit: 0 })).to.deep.equal([]);
    expect(await rejection(events.page(0))).to.be.instanceOf(TypeError);
    expect(() => client.events(object(), { pageSize: 0 })).to.throw(TypeError);
  });

  it('a list that the server lacks is a NotSupportedError', async () => {
    await start(() => ({ status: 404, body: { detail: 'Not Found' } }));
    expect(await rejection(client.requests().toArray({ limit: 1 }))).to.be.instanceOf(NotSupportedError);
  });

  it('T73: 5,000 events are iterated with less than 40 MB more memory', async () => {
    await start(paged(5_000));
    setFlagsFromString('--expose-gc');
    const collectGarbage: unknown = runInNewContext('gc');
    const used = (): number => {
      if (typeof collectGarbage === 'function') Reflect.apply(collectGarbage, undefined, []);
      return process.memoryUsage().heapUsed;
    };
    let most = 0;
    let count = 0;
    const before = used();
    for await (const event of client.events(object(), { pageSize: 200 })) {
      count += event.uri === '' ? 0 : 1;
      if (count % 1_000 === 0) most = Math.max(most, used() - before);
    }
    expect(count).to.equal(5_000);
    expect(most).to.be.lessThan(40_000_000);
  });
});

describe('client: revisions of a server without TimeMaps', () => {
  let server: ScriptedServer;
  afterEach(() => server.close());

  const times = ['2026-03-01T10:00:00Z', '2026-03-02T10:00:00Z', '2026-03-05T10:00:00Z'].map((text) =>
    Date.parse(text),
  );
  const revision = (number: number): Scripted => ({
    headers: {
      Revision: String(number),
      'Latest-Revision': '3',
      'Last-Modified': new Date(times[number - 1] ?? 0).toUTCString(),
    },
    body: {
      '@context': { cargo },
      '@id': `${server.url}/logistics-objects/1`,
      '@type': 'cargo:Piece',
      'cargo:slac': number,
    },
  });
  const at = (path: string): number => {
    const text = new URLSearchParams(path.split('?')[1]).get('at');
    if (text === null) return Infinity;
    return Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  };

  it('T38: they are found by going back in time', async () => {
    server = await ScriptedServer.start(({ path }) => {
      const found = times.filter((time) => time <= at(path)).length;
      return found === 0 ? { status: 404 } : revision(found);
    });
    const client = createClient({ server: server.url, token: () => 't', model });
    const found = [];
    for await (const one of client.revisions(`${server.url}/logistics-objects/1`)) found.push(one.number);
    expect(found).to.deep.equal([3, 2, 1]);
    const read = await client.read(`${server.url}/logistics-objects/1`, { revision: 2 });
    expect(read.value).to.deep.include({ slac: 2 });
  });

  it('T38: a server whose times do not move does not support them', async () => {
    server = await ScriptedServer.start(() => revision(3));
    const client = createClient({ server: server.url, token: () => 't', model });
    const walk = async (): Promise<void> => {
      for await (const one of client.revisions(`${server.url}/logistics-objects/1`)) await one.read();
    };
    expect(await rejection(walk())).to.be.instanceOf(NotSupportedError);
  });
});
