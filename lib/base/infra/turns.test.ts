import { expect, it } from 'vitest'
import { createTurns } from './concurrency'

const length = { maxWaiting: 100, maxWaitingPerCaller: 60 }
const round = () => new Promise((resolve) => setImmediate(resolve))

/** Asks for turns and notes who got one. */
function watch(turns: ReturnType<typeof createTurns>, callers: string[]) {
  const begun: string[] = []
  for (const caller of callers) void turns.take(caller).then(() => begun.push(caller))
  return begun
}

const times = (count: number, caller: string) => Array.from({ length: count }, () => caller)

it('begins a few at a time, with all other work in between', async () => {
  const begun = watch(createTurns(length), times(40, 'buyer'))
  for (let rounds = 1; rounds <= 10; rounds += 1) {
    await round()
    expect(begun).toHaveLength(4 * rounds)
  }
})

it('gives each caller its turn, however many another one asks for', async () => {
  const begun = watch(createTurns(length), [...times(50, 'attacker'), 'buyer'])
  await round()
  expect(begun.slice(0, 2)).toEqual(['attacker', 'buyer'])
})

it('refuses beyond the length of the queue, and beyond the share of one caller', async () => {
  const turns = createTurns(length)
  watch(turns, times(60, 'attacker'))
  await expect(turns.take('attacker')).rejects.toMatchObject({ code: 'QUEUE_FULL' })
  watch(turns, times(40, 'buyer'))
  await expect(turns.take('third')).rejects.toMatchObject({ code: 'QUEUE_FULL' })
})
