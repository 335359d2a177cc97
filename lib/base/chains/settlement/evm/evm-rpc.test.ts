import { expect, it } from 'vitest'
import { createHeadWatch } from './evm-rpc'

it('polls once for all waiting callers, and resolves them at a new block', async () => {
  let [polls, head] = [0, 7n]
  const untilNextBlock = createHeadWatch(async () => {
    polls += 1
    return polls < 4 ? head : (head += 1n)
  }, 400)
  await untilNextBlock() // Its first reading.
  const before = polls
  await Promise.all(Array.from({ length: 100 }, untilNextBlock))
  expect(head).toBe(8n)
  expect(polls - before).toBe(3)
})

it('resolves waiting callers when no block comes, and when the node fails or hangs', async () => {
  let answer = () => Promise.resolve(7n)
  const untilNextBlock = createHeadWatch(() => answer(), 8)
  await untilNextBlock()
  await untilNextBlock()
  answer = () => Promise.reject(new Error('silent'))
  await untilNextBlock()
  answer = () => new Promise(() => {})
  await untilNextBlock()
})
