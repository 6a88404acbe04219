/** The first answer after a start, when no dataset is filled: now, and as of a time. */
import type { LoadedArchive } from './loader.js';
import { AnswerReader, Questioner } from './questioner.js';
import { MeasuredNode } from '../node.js';

const QUERY = 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }';

/** Prints the durations. */
export async function measureFirstAnswers(loaded: LoadedArchive): Promise<void> {
  const first = async (asking: { readonly at?: number }): Promise<string> => {
    const node = await MeasuredNode.start(loaded.env);
    const questioner = new Questioner(
      node.url,
      node.headers['Authorization'] ?? '',
      new AnswerReader([], loaded.clock, 0),
    );
    try {
      return (await questioner.time(QUERY, asking)).toFixed(0);
    } finally {
      await questioner.close();
      await node.stop();
    }
  };
  console.log(
    `first answer after a start, with SPARQL_WARM=false: ${await first({})} ms now, ${await first({ at: loaded.clock.momentOf(0) })} ms as of a time`,
  );
}
