import { expect, it } from 'vitest'
import { joinReads } from './join-reads'

const node = {}

function counted(answer: (keys: number[]) => Promise<number[]>, maxKeys = 100) {
  const calls: number[][] = []
  const read = joinReads(async (_node: object, keys: number[]) => {
    calls.push(keys)
    return answer(keys)
  }, maxKeys)
  return { calls, read: (key: number) => read(node, key) }
}

it('asks once for what one turn asks, and gives each its own answer', async () => {
  const { calls, read } = counted(async (keys) => keys.map((key) => key * 2))
  expect(await Promise.all([1, 2, 3].map(read))).toEqual([2, 4, 6])
  expect(await read(4)).toBe(8)
  expect(calls).toEqual([[1, 2, 3], [4]])
})

it('asks for no more than a node takes', async () => {
  const { calls, read } = counted(async (keys) => keys, 2)
  expect(await Promise.all([1, 2, 3].map(read))).toEqual([1, 2, 3])
  expect(calls).toEqual([[1, 2], [3]])
})

it.each([
  ['fails', () => Promise.reject(new Error('silent'))],
  ['leaves one out', async () => [1]],
])('fails for all when the node %s, and asks again later', async (_, answer) => {
  let isBad = true
  const { read } = counted(async (keys) => (isBad ? answer() : keys))
  const settled = await Promise.allSettled([1, 2].map(read))
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isBad = false
  expect(await read(3)).toBe(3)
})
