/** The used parts of the driver's types. */
import type postgres from 'postgres';

/** The types of parameters and results: sequences are numbers. */
interface Types extends Record<string, unknown> {
  readonly bigint: number;
}
export type Sql = postgres.Sql<Types>;
export type SqlTransaction = postgres.ReservedSql<Types>;
/** A statement that has not been sent. */
export type Pending<Row extends postgres.MaybeRow> = postgres.PendingQuery<Row[]>;
/** A part of a statement. */
export type Fragment = Pending<postgres.Row>;
