import { Prisma, type Database } from '@/lib/infra/database'
import type { CatalogLog } from '../../ports'
import type { Nearest } from './vector-matrix'

/** So many dimensions at most go into pgvector's index; longer vectors are compared one by one, still in the server. */
const MAX_INDEXED_DIMENSIONS = 2_000
/** Vectors from which the spread of all is estimated. */
const SAMPLE = 2_000

/**
 * Lets the server compare vectors by itself where it has pgvector: the extension and a column beside the bytes. False
 * where it has not, or where this role may not; vectors are then compared in memory.
 */
export async function preparePgvector(database: Database, log: CatalogLog): Promise<boolean> {
  if (await hasPgvector(database)) return true
  const [available] = await database.$queryRaw<object[]>`select 1 from pg_available_extensions where name = 'vector'`
  if (available === undefined) return false
  try {
    await database.$executeRaw`create extension if not exists vector`
    await database.$executeRaw`alter table catalog_embeddings add column if not exists near vector`
    return true
  } catch (error) {
    log.info({ err: error }, 'pgvector is there but may not be used; vectors are compared in memory')
    return false
  }
}

/** Whether somebody has prepared it. */
export async function hasPgvector(database: Database): Promise<boolean> {
  const rows = await database.$queryRaw<object[]>`
    select 1 from information_schema.columns where table_schema = current_schema()
      and table_name = 'catalog_embeddings' and column_name = 'near'`
  return rows.length > 0
}

/** Stored vectors that the server cannot compare yet. */
export const lacksPgvector = Prisma.sql`(made.near is null and made.dimensions > 0)`

export async function storePgvectors(
  database: Database,
  vectors: { entryId: bigint; vector: readonly number[] }[],
): Promise<void> {
  const rows = vectors
    .filter(({ vector }) => vector.length > 0)
    .map(({ entryId, vector }) => Prisma.sql`(${entryId}::bigint, ${JSON.stringify(vector)}::text)`)
  if (rows.length === 0) return
  await database.$executeRaw`
    update catalog_embeddings made set near = row.near::vector
    from (values ${Prisma.join(rows)}) as row(entry_id, near) where made.entry_id = row.entry_id`
}

/** Makes the index for vectors of this length, once there are some. */
export async function indexPgvectors(database: Database, dimensions: number): Promise<void> {
  if (dimensions === 0 || dimensions > MAX_INDEXED_DIMENSIONS) return
  await database.$executeRaw`
    create index if not exists ${Prisma.raw(`catalog_embeddings_near_${dimensions}`)} on catalog_embeddings
    using hnsw ((near::${typeOf(dimensions)}) vector_cosine_ops) where dimensions = ${Prisma.raw(String(dimensions))}`
}

/** As `nearest` in memory; the mean and deviation of all are estimated from the latest ones. Null while there are none. */
export async function nearestByPgvector(
  database: Database,
  { model, vector, limit, minDeviation }: { model: string; vector: number[]; limit: number; minDeviation: number },
): Promise<Nearest[] | null> {
  const type = typeOf(vector.length)
  const similarity = Prisma.sql`1 - (near::${type} <=> ${JSON.stringify(vector)}::${type})`
  const ofModel = Prisma.sql`model = ${model} and dimensions = ${Prisma.raw(String(vector.length))} and near is not null`
  const [, rows, [spread]] = await database.$transaction([
    database.$queryRaw`select set_config('hnsw.ef_search', ${String(limit)}, true)`,
    database.$queryRaw<{ entry_id: bigint; similarity: number }[]>`
      select entry_id, ${similarity} as similarity from catalog_embeddings where ${ofModel}
      order by near::${type} <=> ${JSON.stringify(vector)}::${type} limit ${limit}`,
    database.$queryRaw<{ mean: number | null; unit: number | null }[]>`
      select avg(similarity) as mean, stddev_pop(similarity) as unit from (
        select ${similarity} as similarity from catalog_embeddings where ${ofModel} order by revision desc limit ${SAMPLE}) sample`,
  ])
  const mean = spread?.mean ?? null
  if (mean === null) return null
  return rows
    .map((row) => ({ ...row, deviation: (row.similarity - mean) / (spread?.unit || 1) }))
    .filter(({ deviation }) => deviation >= minDeviation)
    .map(({ entry_id, similarity: near, deviation }) => ({ entryId: entry_id, similarity: near, deviation }))
}

/** A length of vectors as PostgreSQL names it; it cannot be a parameter. */
const typeOf = (dimensions: number) => Prisma.raw(`vector(${Math.trunc(dimensions)})`)
