import { type Database, Prisma } from '@/lib/infra/database'

/** A stored vector as near as it is to a search, and the standard deviations by which it is nearer than the mean of all. */
export type Nearest = { entryId: bigint; similarity: number; deviation: number }

export type Vector = {
  entryId: bigint
  model: string
  textHash: bigint /** Null: the endpoint refuses this text. */
  vector: number[] | null
}

/** Vectors from which the spread of all is estimated. */
const SAMPLE = 2_000

/**
 * Makes the table of vectors of one length, with its index; one for another length is made anew. An operator's act: it
 * needs pgvector 0.7 or later, and a role that may create the extension. False when the table was there already.
 */
export async function createVectorTable(database: Database, length: number): Promise<boolean> {
  if ((await findVectorLength(database)) === length) return false
  await database.$transaction([
    database.$executeRaw`create extension if not exists vector`,
    database.$executeRaw`drop table if exists catalog_vectors`,
    database.$executeRaw`create table catalog_vectors (
      entry_id bigint primary key references catalog_entries (id) on delete cascade,
      model text not null, text_hash bigint not null, vector ${typeOf(length)})`,
    database.$executeRaw`create index catalog_vectors_nearest on catalog_vectors using hnsw (vector halfvec_cosine_ops)`,
  ])
  return true
}

/** The length of the vectors that the table takes; null where no operator has made it. */
export async function findVectorLength(database: Database): Promise<number | null> {
  const [column] = await database.$queryRaw<{ length: number }[]>`
    select atttypmod as length from pg_attribute where attrelid = to_regclass('catalog_vectors') and attname = 'vector'`
  return column?.length ?? null
}

/** Keeps vectors, except of entries that are gone by now. Returns how many. */
export async function storeVectors(database: Database, vectors: Vector[]): Promise<number> {
  const rows = vectors.map(
    ({ entryId, model, textHash, vector }) =>
      Prisma.sql`(${entryId}::bigint, ${model}, ${textHash}::bigint, ${vector && toText(vector)}::text)`,
  )
  return database.$executeRaw`
    insert into catalog_vectors (entry_id, model, text_hash, vector)
    select entry.id, row.model, row.text_hash, row.vector::halfvec
    from (values ${Prisma.join(rows)}) as row(entry_id, model, text_hash, vector)
    join catalog_entries entry on entry.id = row.entry_id
    on conflict (entry_id) do update set model = excluded.model, text_hash = excluded.text_hash, vector = excluded.vector`
}

/** The nearest vectors by cosine, nearest first: those that stand out from all by `minDeviation`. Null while there are none. */
export async function findNearest(
  database: Database,
  { model, vector, limit, minDeviation }: { model: string; vector: number[]; limit: number; minDeviation: number },
): Promise<Nearest[] | null> {
  const distance = Prisma.sql`vector <=> ${toText(vector)}::${typeOf(vector.length)}`
  const ofModel = Prisma.sql`model = ${model} and vector is not null`
  const [, rows, [spread]] = await database.$transaction([
    database.$queryRaw`select set_config('hnsw.ef_search', ${String(limit)}, true)`,
    database.$queryRaw<Omit<Nearest, 'deviation'>[]>`
      select entry_id as "entryId", 1 - (${distance}) as similarity from catalog_vectors where ${ofModel}
      order by ${distance} limit ${limit}`,
    database.$queryRaw<{ mean: number | null; unit: number | null }[]>`
      select avg(similarity) as mean, stddev_pop(similarity) as unit from (
        select 1 - (${distance}) as similarity from catalog_vectors where ${ofModel} order by entry_id desc limit ${SAMPLE}) sample`,
  ])
  const mean = spread?.mean ?? null
  if (mean === null) return null
  return rows
    .map((row) => ({ ...row, deviation: (row.similarity - mean) / (spread?.unit || 1) }))
    .filter(({ deviation }) => deviation >= minDeviation)
}

/** Half the room of pgvector's usual type, and an index up to 4,000 numbers. A length cannot be a parameter. */
const typeOf = (length: number) => Prisma.raw(`halfvec(${Math.trunc(length)})`)

/** Of length one, since its own scale says nothing and might not fit half a number. */
function toText(vector: number[]): string {
  const length = Math.hypot(...vector)
  return JSON.stringify(vector.map((value) => value / length))
}
