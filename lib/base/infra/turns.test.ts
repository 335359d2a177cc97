import { expect, it } from 'vitest'
import { createTurns, runTurn, type Turns } from './concurrency'

const length = { maxWaiting: 100, maxWaitingPerCaller: 60 }
const round = () => new Promise((resolve) => setImmediate(resolve))

/** Asks for turns and notes, per round of the event loop, who got one. */
function watch(turns: Turns, callers: string[], isGenuine: boolean) {
  const begun: string[] = []
  for (const caller of callers) {
    void turns.take(caller).then((report) => {
      begun.push(caller)
      report(isGenuine)
    })
  }
  return begun
}

const times = (count: number, caller: string) => Array.from({ length: count }, () => caller)

it('begins many at once while requests are genuine', async () => {
  const begun = watch(createTurns(length), times(40, 'buyer'), true)
  await round()
  expect(begun).toHaveLength(16)
  await round()
  await round()
  expect(begun).toHaveLength(40)
})

it('begins one at a time once requests turn out false, with all other work in between', async () => {
  const turns = createTurns(length)
  for (let flood = 0; flood < 3; flood += 1) {
    const begun = watch(turns, times(60, 'attacker'), false)
    for (let count = 0; begun.length < 60 && count < 100; count += 1) await round()
    expect(begun).toHaveLength(60)
  }
  const begun = watch(turns, times(3, 'attacker'), false)
  await round()
  expect(begun).toHaveLength(1)
  await round()
  expect(begun).toHaveLength(2)
})

it('gives each caller its turn, however many another one asks for', async () => {
  const begun = watch(createTurns(length), [...times(50, 'attacker'), 'buyer'], true)
  await round()
  expect(begun.slice(0, 2)).toEqual(['attacker', 'buyer'])
})

it('refuses beyond the length of the queue, and beyond the share of one caller', async () => {
  const turns = createTurns(length)
  watch(turns, times(60, 'attacker'), false)
  await expect(turns.take('attacker')).rejects.toMatchObject({ code: 'QUEUE_FULL' })
  watch(turns, times(40, 'buyer'), true)
  await expect(turns.take('third')).rejects.toMatchObject({ code: 'QUEUE_FULL' })
})

it('hears of each turn once whether it was genuine, and of work that fails that it was not', async () => {
  const reports: boolean[] = []
  const turn = (isGenuine: boolean) => void reports.push(isGenuine)
  const isPaid = (status: number) => status === 200
  expect(await runTurn(turn, async () => 200, isPaid)).toBe(200)
  expect(await runTurn(turn, async () => 402, isPaid)).toBe(402)
  await expect(runTurn(turn, () => Promise.reject(new Error('broken')), isPaid)).rejects.toThrow('broken')
  expect(reports).toEqual([true, false, false])
})
