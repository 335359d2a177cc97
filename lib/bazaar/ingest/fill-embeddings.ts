import type { CatalogDeps, EmbeddingsPort } from '../ports'
import { EmbeddingsError } from '../search/semantic/request-embeddings'
import { findVectorLength, storeVectors } from '../search/semantic/vector-table'
import { embeddingText } from './embedding-text'
import { findBoilerplate } from './index-documents'
import { endLease, takeLease } from './lease'

type Deps = Pick<CatalogDeps, 'database' | 'clock' | 'log'>
type Wanted = { entryId: bigint; text: string; textHash: bigint }

const BATCH = 64
const TIMEOUT_MS = 30_000
const LEASE = 'embeddings'
const LEASE_MS = 2 * TIMEOUT_MS
const PAUSE_AFTER_FAULT_MS = 30_000
const PAUSE_WITHOUT_TABLE_MS = 3_600_000

/**
 * Gives a vector to every listed entry without one for its present text and model, batch after batch. Results are
 * stored as they come, so it continues after a stop or a fault; one instance at a time does it. Returns their number.
 */
export async function fillEmbeddings(deps: Deps, embeddings: EmbeddingsPort, signal?: AbortSignal): Promise<number> {
  const { database, clock, log } = deps
  const later = (ms: number) => new Date(clock().getTime() + ms)
  const isTaken = () => takeLease(database, LEASE, clock(), later(LEASE_MS))
  if (!(await isTaken())) return 0
  const length = await findVectorLength(database)
  if (length === null) {
    log.warn({}, 'search finds only by words: `npm run migrate -- vectors <length>` makes the table for embeddings')
    await endLease(database, LEASE, later(PAUSE_WITHOUT_TABLE_MS))
    return 0
  }
  let done = 0
  try {
    for (;;) {
      const wanted = await findWanted(deps, embeddings.model)
      if (wanted.length === 0 || signal?.aborted || !(await isTaken())) break
      done += await embedAndStore(deps, { embeddings, length }, wanted)
    }
    await endLease(database, LEASE, clock())
  } catch (error) {
    if (!(error instanceof EmbeddingsError)) throw error
    log.warn({ err: error, done }, 'texts could not be embedded; the next try is in half a minute')
    await endLease(database, LEASE, later(PAUSE_AFTER_FAULT_MS))
  }
  return done
}

async function findWanted({ database }: Deps, model: string): Promise<Wanted[]> {
  const rows = await database.$queryRaw<{ entry_id: bigint; text_hash: bigint }[]>`
    SELECT document.entry_id, document.text_hash FROM catalog_documents document
    LEFT JOIN catalog_vectors made ON made.entry_id = document.entry_id
    WHERE made.entry_id IS NULL OR made.text_hash <> document.text_hash OR made.model <> ${model}
    ORDER BY document.entry_id LIMIT ${BATCH}`
  const entries = await database.catalogEntry.findMany({ where: { id: { in: rows.map((row) => row.entry_id) } } })
  const boilerplate = await findBoilerplate(database, entries)
  const hashes = new Map(rows.map((row) => [row.entry_id, row.text_hash]))
  return entries.map((entry) => ({
    entryId: entry.id,
    text: embeddingText(entry, { isBoilerplate: boilerplate.has(entry.id) }),
    textHash: hashes.get(entry.id) ?? 0n,
  }))
}

type Model = { embeddings: EmbeddingsPort; length: number }

/** All at once; when the endpoint refuses that, one by one, so that a text it never accepts stops no other. */
async function embedAndStore(deps: Deps, model: Model, wanted: Wanted[]): Promise<number> {
  try {
    return await store(deps, model, wanted, await embedTexts(model, wanted))
  } catch (error) {
    if (!(error instanceof EmbeddingsError && error.isRefusal)) throw error
    if (wanted.length === 1) return store(deps, model, wanted, [])
    let done = 0
    for (const one of wanted) done += await embedAndStore(deps, model, [one])
    return done
  }
}

async function embedTexts({ embeddings, length }: Model, wanted: Wanted[]): Promise<number[][]> {
  const texts = wanted.map(({ text }) => text)
  const vectors = await embeddings.embed(texts, { timeoutMs: TIMEOUT_MS })
  const given = vectors[0]?.length
  if (given === length) return vectors
  throw new EmbeddingsError(
    `Expected vectors of ${length} numbers, as the table was made for, and got ${given}. Make it again for another model.`,
  )
}

function store({ database }: Deps, { embeddings: { model } }: Model, wanted: Wanted[], vectors: number[][]) {
  const made = wanted.map(({ entryId, textHash }, index) => ({
    entryId,
    model,
    textHash,
    vector: vectors[index] ?? null,
  }))
  return storeVectors(database, made)
}
