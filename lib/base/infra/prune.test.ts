import { expect, it, vi } from 'vitest'
import { prune } from './prune'

function open(rows: number) {
  const limits: number[] = []
  const step = async (limit: number) => {
    limits.push(limit)
    const count = Math.min(limit, rows)
    rows -= count
    return count
  }
  return { limits, step, left: () => rows }
}

it('clears all away in steps', async () => {
  const { limits, step } = open(25)
  expect(await prune(step, { stepRows: 10 })).toBe(25)
  expect(limits).toEqual([10, 10, 10])
})

it('stops when its time is up, and leaves the rest to the next run', async () => {
  const { step, left } = open(25)
  const clock = vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(10_000)
  expect(await prune(step, { stepRows: 10 })).toBe(10)
  clock.mockRestore()
  expect(left()).toBe(15)
})

it('stops when the process does', async () => {
  const { step, left } = open(25)
  expect(await prune(step, { stepRows: 10, signal: AbortSignal.abort() })).toBe(10)
  expect(left()).toBe(15)
})
