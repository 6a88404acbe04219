/** Writes of the console with a key, whose answers get lost (K27). */
import { expect } from 'chai';
import { isUnknown, keyFor, untilAnswered, waitBefore } from '../../console/core/repeat.js';

class Lost extends Error {
  constructor(
    readonly status: number,
    readonly retryAfter: number | null = null,
  ) {
    super(String(status));
  }
}

/** Sends a write whose first attempts fail so. */
async function send(failures: readonly Error[]): Promise<{ waits: number[]; answer: string; lost: number }> {
  const waits: number[] = [];
  const left = [...failures];
  let lost = 0;
  const answer = await untilAnswered(
    () => {
      const failure = left.shift();
      return failure === undefined ? Promise.resolve('done') : Promise.reject(failure);
    },
    {
      outcomeOf: (thrown) => (thrown instanceof Lost ? thrown : undefined),
      lost: () => {
        lost++;
      },
      wait: (milliseconds) => {
        waits.push(milliseconds);
        return Promise.resolve();
      },
    },
  );
  return { waits, answer, lost };
}

async function failureOf(sent: Promise<unknown>): Promise<unknown> {
  try {
    await sent;
  } catch (thrown) {
    return thrown;
  }
  return undefined;
}

describe('a write with a key (K27)', () => {
  it('is sent again after 1, 2, 4, 8, 8 … seconds until there is an answer', async () => {
    const { waits, answer, lost } = await send(Array.from({ length: 6 }, () => new Lost(0)));
    expect(waits).to.deep.equal([1000, 2000, 4000, 8000, 8000, 8000]);
    expect(answer).to.equal('done');
    expect(lost).to.equal(6);
    expect(waitBefore(100)).to.equal(8000);
  });

  it('is sent again while the first attempt is under way, or a proxy has no answer', async () => {
    expect((await send([new Lost(504), new Lost(409, 1), new Lost(502)])).answer).to.equal('done');
  });

  it('waits as long as the node says', async () => {
    expect((await send([new Lost(0), new Lost(503, 30)])).waits).to.deep.equal([1000, 30_000]);
  });

  it('ends with an answer, an error too', async () => {
    for (const failure of [new Lost(409), new Lost(412), new Lost(422), new Lost(503), new Lost(429)])
      expect(await failureOf(send([failure]))).to.equal(failure);
    const refused = new Lost(403);
    expect(await failureOf(send([new Lost(0), refused]))).to.equal(refused);
    const unexpected = new TypeError('unexpected');
    expect(await failureOf(send([unexpected]))).to.equal(unexpected);
  });

  it('is not known to be done where a repetition was refused unseen', () => {
    for (const status of [429, 503]) {
      expect(isUnknown({ status, retryAfter: 1 }, true)).to.equal(true);
      expect(isUnknown({ status, retryAfter: 1 }, false)).to.equal(false);
    }
  });

  it('has a key of its own for each of several targets, in the characters of K22', () => {
    const key = { value: '0f'.repeat(16) };
    const keys = ['https://1r.example.com/action-requests/ä', 'https://1r.example.com/action-requests/b'].map(
      (target) => keyFor(key, target)?.value ?? '',
    );
    for (const each of keys) expect(each).to.match(/^[A-Za-z0-9._~:-]{1,128}$/);
    expect(new Set(keys).size).to.equal(2);
    expect(keyFor(undefined, 'target')).to.equal(undefined);
  });
});
