/** The state of the log, as internal agents get it. */
import { z } from 'zod';
import { type Answer, component, count, time } from '../openapi/json-schema.js';

const witness = z
  .object({
    name: z.string().meta({ description: 'The name of its key.' }),
    url: z.string().meta({ description: 'Where it is asked.' }),
    cosignedAt: time.nullable().meta({ description: 'When it last cosigned; null if it has not.' }),
    size: count.nullable().meta({ description: 'The size that it cosigned then.' }),
    failedAt: time.nullable().meta({
      description: 'When its last answer to this node was no cosignature; null if it was one.',
    }),
    error: z.string().nullable().meta({ description: 'What was wrong with that answer.' }),
  })
  .meta({ description: 'A witness of the log.' });

export const proofLogState = component(
  'ProofLogState',
  z.object({
    origin: z.string().meta({ description: 'Of the newest epoch.' }),
    entries: count.meta({ description: 'The entries of the newest epoch.' }),
    checkpoint: z
      .object({
        size: count.meta({ description: 'The entries that it covers.' }),
        signedAt: time.nullable().meta({ description: 'Null if an earlier release signed it.' }),
      })
      .nullable()
      .meta({ description: 'The newest checkpoint; null before the first one.' }),
    fork: z.string().nullable().meta({
      description: 'What a witness has said of another history, since which nothing is signed; null for nothing.',
    }),
    witnesses: z.array(witness),
  }),
);
export type ProofLogState = Answer<typeof proofLogState>;
