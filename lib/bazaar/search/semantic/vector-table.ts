import { type Database, Prisma } from '@/lib/base/infra/database'
import { extensionSchema } from '@/lib/base/infra/extensions'

/** An entry's similarity to a search, and by how many standard deviations it exceeds the mean of the catalog. */
export type Nearest = { entryId: bigint; similarity: number; deviation: number }

export type Vector = {
  entryId: bigint
  model: string
  textHash: bigint
  /** Null: the endpoint refuses this text. */
  vector: number[] | null
}

/** Sample of vectors from which the spread of all is estimated. */
const SAMPLE = 2_000

/**
 * Makes the table of vectors of one length, with its index; replaces one for another length. For operators: it needs
 * pgvector 0.7 or later, and a role that may create the extension. False when the table was there already.
 */
export async function createVectorTable(database: Database, length: number): Promise<boolean> {
  if ((await findVectorLength(database)) === length) return false
  await database.$executeRaw`CREATE EXTENSION IF NOT EXISTS vector`
  const space = await extensionSchema(database, 'vector')
  await database.$transaction([
    database.$executeRaw`DROP TABLE IF EXISTS catalog_vectors`,
    database.$executeRaw`CREATE TABLE catalog_vectors (
      entry_id bigint PRIMARY KEY REFERENCES catalog_entries (id) ON DELETE CASCADE,
      model text NOT NULL, text_hash bigint NOT NULL, vector ${typeOf(space, length)})`,
    database.$executeRaw`
      CREATE INDEX catalog_vectors_nearest ON catalog_vectors USING hnsw (vector ${space}.halfvec_cosine_ops)`,
  ])
  return true
}

/** The length of the vectors that the table takes; null where no operator has made it. */
export async function findVectorLength(database: Database): Promise<number | null> {
  const [column] = await database.$queryRaw<{ length: number }[]>`
    SELECT atttypmod AS length FROM pg_attribute WHERE attrelid = to_regclass('catalog_vectors') AND attname = 'vector'`
  return column?.length ?? null
}

/** Stores vectors, except those of entries that are gone by now. Returns how many. */
export async function storeVectors(database: Database, vectors: Vector[]): Promise<number> {
  const space = await extensionSchema(database, 'vector')
  const rows = vectors.map(
    ({ entryId, model, textHash, vector }) =>
      Prisma.sql`(${entryId}::bigint, ${model}, ${textHash}::bigint, ${vector && toText(vector)}::text)`,
  )
  return database.$executeRaw`
    INSERT INTO catalog_vectors (entry_id, model, text_hash, vector)
    SELECT entry.id, row.model, row.text_hash, row.vector::${space}.halfvec
    FROM (VALUES ${Prisma.join(rows)}) AS row(entry_id, model, text_hash, vector)
    JOIN catalog_entries entry ON entry.id = row.entry_id
    ON CONFLICT (entry_id) DO UPDATE SET model = EXCLUDED.model, text_hash = EXCLUDED.text_hash, vector = EXCLUDED.vector`
}

/** Vectors that stand out by `minDeviation`, nearest by cosine first. Null while there are none. */
export async function findNearest(
  database: Database,
  { model, vector, limit, minDeviation }: { model: string; vector: number[]; limit: number; minDeviation: number },
): Promise<Nearest[] | null> {
  const space = await extensionSchema(database, 'vector')
  const distance = Prisma.sql`vector OPERATOR(${space}.<=>) ${toText(vector)}::${typeOf(space, vector.length)}`
  const ofModel = Prisma.sql`model = ${model} AND vector IS NOT NULL`
  const [, rows, [spread]] = await database.$transaction([
    database.$queryRaw`SELECT set_config('hnsw.ef_search', ${String(limit)}, true)`,
    database.$queryRaw<Omit<Nearest, 'deviation'>[]>`
      SELECT entry_id AS "entryId", 1 - (${distance}) AS similarity FROM catalog_vectors WHERE ${ofModel}
      ORDER BY ${distance} LIMIT ${limit}`,
    database.$queryRaw<{ mean: number | null; unit: number | null }[]>`
      SELECT avg(similarity) AS mean, stddev_pop(similarity) AS unit FROM (
        SELECT 1 - (${distance}) AS similarity FROM catalog_vectors WHERE ${ofModel} ORDER BY entry_id DESC LIMIT ${SAMPLE}) sample`,
  ])
  const mean = spread?.mean ?? null
  if (mean === null) return null
  return rows
    .map((row) => ({ ...row, deviation: (row.similarity - mean) / (spread?.unit || 1) }))
    .filter(({ deviation }) => deviation >= minDeviation)
}

/** Half the room of pgvector's usual type, and an index up to 4,000 numbers. A length cannot be a parameter. */
const typeOf = (space: Prisma.Sql, length: number) =>
  Prisma.sql`${space}.${Prisma.raw(`halfvec(${Math.trunc(length)})`)}`

/** Scaled to length one, since its own scale says nothing and might not fit a half-precision number. */
function toText(vector: number[]): string {
  const length = Math.hypot(...vector)
  return JSON.stringify(vector.map((value) => value / length))
}
