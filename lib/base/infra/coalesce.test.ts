import { expect, it } from 'vitest'
import { coalesce } from './coalesce'

/** A run that waits until it is released, and remembers its items. */
function gate() {
  const batches: number[][] = []
  const waiting: (() => void)[] = []
  const run = async (items: number[]) => {
    batches.push(items)
    await new Promise<void>((resolve) => waiting.push(resolve))
    return items.map((item) => item * 10)
  }
  return { batches, run, open: () => waiting.shift()?.() }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

it('starts a lone call at once and joins what arrives meanwhile', async () => {
  const { batches, run, open } = gate()
  const call = coalesce(run, { maxItems: 10 })
  const first = call(1)
  await turn()
  const others = [call(2), call(3)]
  await turn()
  expect(batches).toEqual([[1]])
  open()
  expect(await first).toBe(10)
  await turn()
  expect(batches).toEqual([[1], [2, 3]])
  open()
  expect(await Promise.all(others)).toEqual([20, 30])
})

it('joins what arrives in the same turn of the loop, each a few promises later', async () => {
  const { batches, run, open } = gate()
  const call = coalesce(run, { maxItems: 10 })
  const calls = [call(1)]
  for (const item of [2, 3]) {
    for (let count = 0; count < 5; count += 1) await Promise.resolve()
    calls.push(call(item))
  }
  await turn()
  expect(batches).toEqual([[1, 2, 3]])
  open()
  expect(await Promise.all(calls)).toEqual([10, 20, 30])
})

it('takes no more at a time than it may', async () => {
  const { batches, run, open } = gate()
  const call = coalesce(run, { maxItems: 2 })
  const calls = [1, 2, 3].map(call)
  await turn()
  expect(batches).toEqual([[1, 2]])
  open()
  await turn()
  open()
  expect(await Promise.all(calls)).toEqual([10, 20, 30])
  expect(batches).toEqual([[1, 2], [3]])
})

it('runs as many at once as it may', async () => {
  const { batches, run, open } = gate()
  const call = coalesce(run, { maxItems: 1, maxRuns: 2 })
  const calls = [1, 2, 3].map(call)
  await turn()
  expect(batches).toEqual([[1], [2]])
  for (let count = 0; count < 3; count += 1) {
    open()
    await turn()
  }
  expect(await Promise.all(calls)).toEqual([10, 20, 30])
})

it('fails those of the failed run only, and goes on', async () => {
  const call = coalesce(
    async (items: number[]) => {
      if (items.includes(1)) throw new Error('refused')
      return items
    },
    { maxItems: 1 },
  )
  await expect(call(1)).rejects.toThrow('refused')
  expect(await call(2)).toBe(2)
})

it('refuses what finds too many waiting, and serves the others', async () => {
  const { batches, run, open } = gate()
  const call = coalesce(run, { maxItems: 1, maxWaiting: 2 })
  const first = call(1)
  await turn()
  const others = [call(2), call(3)]
  await expect(call(4)).rejects.toMatchObject({ code: 'QUEUE_FULL' })
  for (let count = 0; count < 3; count += 1) {
    open()
    await turn()
  }
  expect(await Promise.all([first, ...others])).toEqual([10, 20, 30])
  expect(batches).toEqual([[1], [2], [3]])
})

it('runs what failed together again one by one, where a run fails as a whole', async () => {
  const batches: number[][] = []
  const call = coalesce(
    async (items: number[]) => {
      batches.push(items)
      if (items.includes(2)) throw new Error('refused')
      return items
    },
    { maxItems: 5, failsAlone: true },
  )
  const [one, two, three] = await Promise.allSettled([call(1), call(2), call(3)])
  expect([one, three]).toMatchObject([{ value: 1 }, { value: 3 }])
  expect(two).toMatchObject({ status: 'rejected' })
  expect(batches).toEqual([[1, 2, 3], [1], [2], [3]])
})
