/** The driver's types, as they are used here. */
import type postgres from 'postgres';

/** The types of parameters and results: sequences are numbers. */
interface Types extends Record<string, unknown> {
  readonly bigint: number;
}
export type Sql = postgres.Sql<Types>;
export type SqlTransaction = postgres.ReservedSql<Types>;
