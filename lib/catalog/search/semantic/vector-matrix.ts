/**
 * Vectors side by side, one signed byte a number, so that all of a catalog can be compared with a search in memory.
 * Only directions are kept: a vector's own scale says nothing.
 */
export type VectorMatrix = {
  dimensions: number
  count: number
  ids: bigint[]
  rowOf: Map<bigint, number>
  numbers: Int8Array
  lengths: Float32Array
}

export type Nearest = {
  entryId: bigint
  similarity: number /** Standard deviations above the mean of all. */
  deviation: number
}

export const emptyMatrix = (dimensions: number): VectorMatrix => ({
  dimensions,
  count: 0,
  ids: [],
  rowOf: new Map(),
  numbers: new Int8Array(dimensions * 64),
  lengths: new Float32Array(64),
})

/** A vector with each number as a signed byte, the largest at 127. */
export function toBytes(vector: readonly number[]): Int8Array {
  const largest = vector.reduce((max, value) => Math.max(max, Math.abs(value)), 0) || 1
  return Int8Array.from(vector, (value) => Math.round((value / largest) * 127))
}

/** Puts in a vector, or another in its place. It must have the matrix's dimensions. */
export function putVector(matrix: VectorMatrix, entryId: bigint, bytes: Int8Array): void {
  const row = matrix.rowOf.get(entryId) ?? matrix.count
  if (row === matrix.count) {
    if (row === matrix.lengths.length) grow(matrix)
    matrix.rowOf.set(entryId, row)
    matrix.ids[row] = entryId
    matrix.count += 1
  }
  matrix.numbers.set(bytes, row * matrix.dimensions)
  matrix.lengths[row] = Math.sqrt(bytes.reduce((sum, value) => sum + value * value, 0)) || 1
}

/** Takes a vector out; the last one moves to its place. */
export function dropVector(matrix: VectorMatrix, entryId: bigint): void {
  const row = matrix.rowOf.get(entryId)
  if (row === undefined) return
  const last = matrix.count - 1
  const moved = matrix.ids[last] ?? entryId
  matrix.numbers.copyWithin(row * matrix.dimensions, last * matrix.dimensions, (last + 1) * matrix.dimensions)
  matrix.lengths[row] = matrix.lengths[last] ?? 1
  matrix.ids[row] = moved
  matrix.rowOf.set(moved, row)
  matrix.rowOf.delete(entryId)
  matrix.ids.pop()
  matrix.count = last
}

function grow(matrix: VectorMatrix): void {
  const capacity = matrix.lengths.length * 2
  const [numbers, lengths] = [new Int8Array(capacity * matrix.dimensions), new Float32Array(capacity)]
  numbers.set(matrix.numbers)
  lengths.set(matrix.lengths)
  Object.assign(matrix, { numbers, lengths })
}

/** Multiplications between two breaths, in which other requests are served. */
const SLICE = 4_000_000

/** The nearest vectors by cosine, nearest first: those that stand out from all by `minDeviation`, `limit` at most. */
export async function nearest(
  matrix: VectorMatrix,
  wanted: Int8Array,
  { limit, minDeviation }: { limit: number; minDeviation: number },
): Promise<Nearest[]> {
  const [count, ids] = [matrix.count, [...matrix.ids]]
  const similarities = await compare(matrix, wanted)
  const mean = similarities.reduce((sum, value) => sum + value, 0) / Math.max(1, count)
  const variance = similarities.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, count)
  const unit = Math.sqrt(variance) || 1
  const found: Nearest[] = []
  for (let row = 0; row < similarities.length; row += 1) {
    const similarity = similarities[row] ?? 0
    const deviation = (similarity - mean) / unit
    const entryId = ids[row]
    if (entryId !== undefined && deviation >= minDeviation) found.push({ entryId, similarity, deviation })
  }
  return found.sort((a, b) => b.similarity - a.similarity).slice(0, limit)
}

async function compare(
  { count, dimensions, numbers, lengths }: VectorMatrix,
  wanted: Int8Array,
): Promise<Float32Array> {
  const similarities = new Float32Array(count)
  const length = Math.sqrt(wanted.reduce((sum, value) => sum + value * value, 0)) || 1
  const rowsPerSlice = Math.max(1, Math.floor(SLICE / dimensions))
  for (let start = 0; start < count; start += rowsPerSlice) {
    if (start > 0) await new Promise((resolve) => setImmediate(resolve))
    const end = Math.min(count, start + rowsPerSlice)
    for (let row = start; row < end; row += 1) {
      let sum = 0
      for (let at = 0, from = row * dimensions; at < dimensions; at += 1)
        sum += (wanted[at] ?? 0) * (numbers[from + at] ?? 0)
      similarities[row] = sum / (length * (lengths[row] ?? 1))
    }
  }
  return similarities
}
