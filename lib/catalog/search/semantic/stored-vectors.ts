import type { Database } from '@/lib/infra/database'
import { dropVector, emptyMatrix, putVector, type VectorMatrix } from './vector-matrix'

type Row = { entry_id: bigint; dimensions: number; vector: Uint8Array; revision: bigint }

/** Vectors that one process keeps at most; a larger catalog is searched by words alone. */
export const MAX_VECTORS = 100_000
const PAGE = 2_000
const KEEP_MS = 5_000

/**
 * This process's copy of the stored vectors of one model: what is new is fetched when somebody searches and the copy
 * is a few seconds old. Null while there are none. Vectors of another length than the first are left out.
 */
export function createStoredVectors(database: Database, model: string): () => Promise<VectorMatrix | null> {
  let matrix: VectorMatrix | null = null
  let revision = 0n
  let readAt = -Infinity
  let reading: Promise<void> | null = null

  async function read(): Promise<void> {
    for (;;) {
      const rows = await database.$queryRaw<Row[]>`
        select entry_id, dimensions, vector, revision from catalog_embeddings
        where model = ${model} and revision > ${revision} order by revision limit ${PAGE}`
      for (const row of rows) take(row)
      if (rows.length < PAGE) break
    }
    readAt = performance.now()
  }

  function take(row: Row): void {
    revision = row.revision
    if (row.dimensions === 0) {
      if (matrix) dropVector(matrix, row.entry_id)
      return
    }
    matrix ??= emptyMatrix(row.dimensions)
    if (row.dimensions !== matrix.dimensions || matrix.count >= MAX_VECTORS) return
    putVector(matrix, row.entry_id, new Int8Array(row.vector.buffer, row.vector.byteOffset, row.vector.byteLength))
  }

  return async () => {
    if (performance.now() - readAt > KEEP_MS) {
      reading ??= read().finally(() => (reading = null))
      await reading
    }
    return matrix
  }
}
