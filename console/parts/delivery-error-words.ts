/** The error of a delivery in words of the catalogue. */
import { noticeTexts as t } from '../texts/told.js';
import { deliveryErrorOf } from './delivery-error.js';

export function errorWords(lastError: string): string {
  const error = deliveryErrorOf(lastError);
  return 'status' in error ? t.error[error.kind](error.status) : t.error[error.kind];
}
