/** Commit times in a database (W54): of its clock, since those of the nodes differ. */
import type { CommitTime } from '../commit-time.js';
import type { Fragment, Sql, SqlTransaction } from './sql.js';

/** The clock's time, in microseconds since 1970. */
export const clockTime = (sql: Sql | SqlTransaction): Fragment =>
  sql`floor(extract(epoch FROM clock_timestamp()) * 1000000)::bigint`;

/**
 * The time of the last commit of a batch, for the row of positions: `timeAfter` with the clock of the database.
 *
 * @param span the number of times that the batch takes.
 */
export const nextTime = (sql: SqlTransaction, span: number, closes: CommitTime): Fragment => sql`greatest(
  time + ${span}::bigint, ${clockTime(sql)} + ${span - 1}::bigint, least(${closes}::bigint, ${clockTime(sql)}))`;
