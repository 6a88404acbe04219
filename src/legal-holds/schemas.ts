/** Legal holds in bodies and answers (P44). */
import { z } from 'zod';
import { type Answer, component, count, time, uri } from '../openapi/json-schema.js';

export const holdBody = component('NewLegalHold', z.strictObject({ reason: z.string().min(1).max(500) }));

export const holdAnswer = component('LegalHold', z.object({ uri, held: uri, reason: z.string(), by: uri, at: time }));
export type HoldAnswer = Answer<typeof holdAnswer>;

export const holdsAnswer = component('LegalHolds', z.object({ items: z.array(holdAnswer), total: count }));
export type HoldsAnswer = Answer<typeof holdsAnswer>;
