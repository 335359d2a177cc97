import { hostname } from 'node:os'
import { randomUUID } from 'node:crypto'
import { Prisma } from '@/lib/infra/database'
import { endLease, takeLease } from './lease'
import { findBoilerplate } from './index-documents'
import type { CatalogDeps, EmbeddingsPort } from '../ports'
import { embeddingText } from './embedding-text'
import { indexPgvectors, lacksPgvector, preparePgvector, storePgvectors } from '../search/semantic/pgvector'
import { EmbeddingsError } from '../search/semantic/request-embeddings'
import { MAX_VECTORS } from '../search/semantic/stored-vectors'
import { toBytes } from '../search/semantic/vector-matrix'

type Deps = Pick<CatalogDeps, 'database' | 'clock' | 'log'>
type FillDeps = Deps & { isInServer: boolean }
type Wanted = { entryId: bigint; text: string; textHash: bigint }

const BATCH = 64
const TIMEOUT_MS = 30_000
const LEASE_MS = 2 * TIMEOUT_MS
const PAUSE_AFTER_FAULT_MS = 30_000

const holder = `${hostname()} ${process.pid} ${randomUUID()}`

/**
 * Gives a vector to every listed entry that has none of its present text and model, batch after batch. What is done is
 * kept, so it goes on after a stop or a fault; one instance at a time does it. Returns how many got one.
 */
export async function fillEmbeddings(deps: Deps, embeddings: EmbeddingsPort, signal?: AbortSignal): Promise<number> {
  const { database, clock, log } = deps
  const lease = { name: 'embeddings', holder }
  const isTaken = () => takeLease(database, lease, clock(), new Date(clock().getTime() + LEASE_MS))
  if (!(await isTaken())) return 0
  const isInServer = await preparePgvector(database, log)
  if (!isInServer && (await database.catalogDocument.count()) > MAX_VECTORS) {
    log.warn(
      { limit: MAX_VECTORS },
      'the catalog is too large for the semantic half of search; it finds by words alone',
    )
    await endLease(database, lease, new Date(clock().getTime() + 3_600_000))
    return 0
  }
  let done = 0
  try {
    for (;;) {
      const wanted = await findWanted(deps, { model: embeddings.model, isInServer })
      if (wanted.length === 0 || signal?.aborted || !(await isTaken())) break
      done += await embedAndStore({ ...deps, isInServer }, embeddings, wanted)
    }
    if (isInServer && done > 0) await indexPgvectors(database, (await knownLength(database, embeddings.model)) ?? 0)
    await endLease(database, lease, clock())
  } catch (error) {
    if (!(error instanceof EmbeddingsError)) throw error
    log.warn({ err: error, done }, 'texts could not be embedded; the next try is in half a minute')
    await endLease(database, lease, new Date(clock().getTime() + PAUSE_AFTER_FAULT_MS))
  }
  return done
}

async function findWanted(
  { database }: Deps,
  { model, isInServer }: { model: string; isInServer: boolean },
): Promise<Wanted[]> {
  const isUnready = isInServer ? lacksPgvector : Prisma.sql`false`
  const rows = await database.$queryRaw<{ entry_id: bigint; text_hash: bigint }[]>`
    select document.entry_id, document.text_hash from catalog_documents document
    left join catalog_embeddings made on made.entry_id = document.entry_id
    where made.entry_id is null or made.text_hash <> document.text_hash or made.model <> ${model} or ${isUnready}
    order by document.entry_id limit ${BATCH}`
  const entries = await database.catalogEntry.findMany({ where: { id: { in: rows.map((row) => row.entry_id) } } })
  const boilerplate = await findBoilerplate(database, entries)
  const hashes = new Map(rows.map((row) => [row.entry_id, row.text_hash]))
  return entries.map((entry) => ({
    entryId: entry.id,
    text: embeddingText(entry, { isBoilerplate: boilerplate.has(entry.id) }),
    textHash: hashes.get(entry.id) ?? 0n,
  }))
}

/** All at once; when the endpoint refuses that, one by one, so that a text it never takes stops no other. */
async function embedAndStore(deps: FillDeps, embeddings: EmbeddingsPort, wanted: Wanted[]): Promise<number> {
  try {
    return await store(deps, embeddings, wanted, await embedTexts(embeddings, wanted))
  } catch (error) {
    if (!(error instanceof EmbeddingsError && error.isRefusal)) throw error
    if (wanted.length === 1) return store(deps, embeddings, wanted, [[]])
    let done = 0
    for (const one of wanted) done += await embedAndStore(deps, embeddings, [one])
    return done
  }
}

const embedTexts = (embeddings: EmbeddingsPort, wanted: Wanted[]): Promise<number[][]> =>
  embeddings.embed(
    wanted.map(({ text }) => text),
    { timeoutMs: TIMEOUT_MS },
  )

async function store(
  { database, isInServer }: FillDeps,
  { model }: EmbeddingsPort,
  wanted: Wanted[],
  vectors: number[][],
): Promise<number> {
  await requireSameLength(database, model, vectors[0]?.length ?? 0)
  const rows = wanted.map(({ entryId, textHash }, index) => {
    const vector = vectors[index] ?? []
    return Prisma.sql`(${entryId}::bigint, ${model}::text, ${textHash}::bigint, ${vector.length}::int, ${Buffer.from(toBytes(vector).buffer)}::bytea)`
  })
  // An entry may have been taken out while the endpoint was asked.
  const stored = await database.$executeRaw`
    insert into catalog_embeddings as made (entry_id, model, text_hash, dimensions, vector)
    select row.* from (values ${Prisma.join(rows)}) as row(entry_id, model, text_hash, dimensions, vector)
    join catalog_entries entry on entry.id = row.entry_id
    on conflict (entry_id) do update set model = excluded.model, text_hash = excluded.text_hash,
      dimensions = excluded.dimensions, vector = excluded.vector, revision = excluded.revision`
  const made = wanted.map(({ entryId }, index) => ({ entryId, vector: vectors[index] ?? [] }))
  if (isInServer) await storePgvectors(database, made)
  return stored
}

/** Vectors of two lengths cannot be compared, so one model gives one length. */
async function requireSameLength(database: Deps['database'], model: string, length: number): Promise<void> {
  const known = await knownLength(database, model)
  if (length === 0 || known === null || known === length) return
  throw new EmbeddingsError(
    `Expected vectors of ${known} numbers, as ${model} gave before, and got ${length}. Name the other model otherwise.`,
  )
}

async function knownLength(database: Deps['database'], model: string): Promise<number | null> {
  const [known] = await database.$queryRaw<{ dimensions: number }[]>`
    select dimensions from catalog_embeddings where model = ${model} and dimensions > 0 limit 1`
  return known?.dimensions ?? null
}
