import { expect, it } from 'vitest'
import { createHeadWatch } from './head-watch'

it('polls once for all waiting callers, and resolves them at a new block', async () => {
  let [polls, head] = [0, 7n]
  const untilNextLook = createHeadWatch(async () => {
    polls += 1
    return polls < 4 ? head : (head += 1n)
  }, 400)
  await untilNextLook() // Its first reading.
  const before = polls
  await Promise.all(Array.from({ length: 100 }, untilNextLook))
  expect(head).toBe(8n)
  expect(polls - before).toBe(3)
})

it('resolves waiting callers when no block comes, and when the node fails or hangs', async () => {
  let answer = () => Promise.resolve(7n)
  const untilNextLook = createHeadWatch(() => answer(), 8)
  await untilNextLook()
  await untilNextLook()
  answer = () => Promise.reject(new Error('silent'))
  await untilNextLook()
  answer = () => new Promise(() => {})
  await untilNextLook()
})
