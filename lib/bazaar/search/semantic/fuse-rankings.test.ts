import { describe, expect, it } from 'vitest'
import { fuse } from './fuse-rankings'

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
