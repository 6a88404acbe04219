/** A copy at a glance, in answers (K96). */
import { z } from 'zod';
import { overviewMembers, pieceMembers } from '../../overviews/schemas.js';
import { type Answer, component, time } from '../../openapi/json-schema.js';
import { copyStates } from '../copies/copy-state.js';

/** That it is a copy, and how fresh. */
const copyMembers = {
  mirrored: z.literal(true),
  state: z.enum(copyStates),
  received: time.nullable().meta({ description: 'When the newest revision of the object was received.' }),
  checked: time.nullable().meta({ description: 'When the server last answered about the object.' }),
};

export const copyOverview = component('CopyOverview', z.object({ ...overviewMembers, ...copyMembers }));
export type CopyOverviewAnswer = Answer<typeof copyOverview>;

export const copiedPieces = component('CopiedPieces', z.object({ ...pieceMembers, ...copyMembers }));
export type CopiedPiecesAnswer = Answer<typeof copiedPieces>;
