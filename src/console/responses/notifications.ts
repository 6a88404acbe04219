/** One notification that goes out or has come in. */
export type {
  InboxEntryAnswer,
  OutboxEntryAnswer,
  WaitingNotification,
  WaitsFor,
} from '../../notifications/entries/schemas.js';
