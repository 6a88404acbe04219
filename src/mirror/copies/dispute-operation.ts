/** A decision about a partner's contradictions over HTTP, for internal agents (M40). */
import { z } from 'zod';
import { component, referenceTo } from '../../openapi/json-schema.js';
import { type DeclaredOperation, operation } from '../../openapi/operation.js';
import * as query from '../../openapi/query.js';
import { fieldsOf, MAX_NOTE, readNote, wrong } from '../follows/follow-body.js';
import { takes } from './copy-facts.js';
import type { Deciding } from './deciding.js';

const disputeDecision = component(
  'DisputeDecision',
  z
    .strictObject({ take: z.enum(takes), note: z.string().max(MAX_NOTE).nullable().optional() })
    .meta({ description: '`received` shows the newest variant from now on; `kept` leaves what is shown.' }),
);

export const disputeOperation = (deciding: Deciding): DeclaredOperation =>
  operation({
    method: 'POST',
    path: '/internal/mirror/disputes',
    id: 'decideDispute',
    summary: 'Decide about the contradictions of a partner',
    description:
      'Ends the contradictions of a copy. With `received` the newest variant of each revision that was changed in place is shown from now on. Nothing is deleted.',
    accessLevel: 'internal',
    query: { object: query.required(query.iri('object', { description: "The URI of the partner's object." })) },
    body: () => {
      const media = {
        schema: referenceTo(disputeDecision),
        example: { take: 'received', note: 'confirmed by telephone' },
      };
      return { required: true, content: { 'application/json': media, 'application/ld+json': media } };
    },
    errors: [404, 413, 422],
    responses: () => ({ 204: { description: 'The contradictions have ended.' } }),
    handle: async (request, asks) => {
      const { object } = asks();
      const { take, note } = fieldsOf(await request.json(), ['take', 'note']);
      const decided = takes.find((one) => one === take);
      if (decided === undefined) throw wrong('take', `must be ${takes.join(' or ')}`);
      const remark = readNote(note);
      await request.assertUnchanged();
      await deciding.decide(object, { take: decided, note: remark, by: request.caller.agent });
      return { kind: 'no-content' };
    },
  });
