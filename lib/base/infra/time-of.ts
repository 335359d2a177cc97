import { Prisma } from './database'

/** SQL: a value of `performance.now()` as a time of the database's clock. */
export const timeOf = (momentMs: number): Prisma.Sql =>
  Prisma.sql`now() - make_interval(secs => ${(performance.now() - momentMs) / 1000}::double precision)`
