import { describe, expect, it } from 'vitest'
import { fuse } from './fuse'
import { dropVector, emptyMatrix, nearest, putVector, toBytes } from './vector-matrix'

const everything = { limit: 10, minDeviation: -Infinity }

/** Vectors of two numbers, at these angles in degrees. */
const matrixOf = (angles: number[]) => {
  const matrix = emptyMatrix(2)
  for (const [index, angle] of angles.entries()) putVector(matrix, BigInt(index), at(angle))
  return matrix
}
const at = (angle: number, length = 1) =>
  toBytes([Math.cos((angle * Math.PI) / 180) * length, Math.sin((angle * Math.PI) / 180) * length])
const ids = async (matrix: ReturnType<typeof matrixOf>, wanted: Int8Array) =>
  (await nearest(matrix, wanted, everything)).map(({ entryId }) => entryId)

describe('nearest', () => {
  it('orders by angle, whatever the lengths', async () => {
    expect(await ids(matrixOf([90, 10, 45]), at(0, 0.001))).toEqual([1n, 2n, 0n])
    const [first] = await nearest(matrixOf([30]), at(30), everything)
    expect(first?.similarity).toBeCloseTo(1, 3)
  })

  it('leaves out what does not stand out', async () => {
    const angles = Array.from({ length: 100 }, (_, index) => 80 + index / 10)
    const found = await nearest(matrixOf([...angles, 0]), at(0), { limit: 10, minDeviation: 2.5 })
    expect(found.map(({ entryId }) => entryId)).toEqual([100n])
  })

  it('knows a vector by its latest numbers, and forgets those taken out', async () => {
    const matrix = matrixOf(Array.from({ length: 200 }, (_, index) => index / 4))
    putVector(matrix, 3n, at(-1))
    expect((await ids(matrix, at(-1)))[0]).toBe(3n)
    dropVector(matrix, 3n)
    dropVector(matrix, 3n)
    expect(matrix.count).toBe(199)
    expect((await ids(matrix, at(0))).slice(0, 2)).toEqual([0n, 1n])
    expect((await ids(matrix, at(49.75)))[0]).toBe(199n)
  })
})

describe('fuse', () => {
  it('puts what both orders know first, then what stands high in one', () => {
    const fused = fuse([1n, 2n, 3n], [4n, 2n])
    expect([...fused].sort((a, b) => b[1] - a[1]).map(([id]) => id)).toEqual([2n, 1n, 4n, 3n])
    expect(fuse([1n], [1n]).get(1n)).toBe(1)
  })

  it('prefers meaning where no word really fits', () => {
    const fused = fuse([1n], [2n], { areWordsWeak: true })
    expect(fused.get(2n)).toBeGreaterThan(fused.get(1n) ?? 0)
  })
})
