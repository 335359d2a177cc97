import { Prisma } from './database'

/** SQL: the moment at which `performance.now()` was that, by the database's clock. */
export const timeOf = (momentMs: number): Prisma.Sql =>
  Prisma.sql`now() - make_interval(secs => ${(performance.now() - momentMs) / 1000}::double precision)`
