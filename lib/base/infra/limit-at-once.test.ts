import { expect, it } from 'vitest'
import { limitAtOnce } from './concurrency'

const turn = () => new Promise((resolve) => setImmediate(resolve))

function openLimit(maxRunning: number, maxWaiting = 10, maxWaitingPerCaller = 10) {
  const limited = limitAtOnce({ maxRunning, maxWaiting, maxWaitingPerCaller })
  const begun: string[] = []
  const ends: (() => void)[] = []
  const run = (caller: string, fails = false) =>
    limited(caller, async () => {
      begun.push(caller)
      await new Promise<void>((resolve) => ends.push(resolve))
      if (fails) throw new Error('broken')
      return caller
    })
  return { run, begun, ends }
}

it('runs so many at once, and callers in turn after that', async () => {
  const { run, begun, ends } = openLimit(1)
  const results = ['a', 'a', 'a', 'b'].map((caller) => run(caller))
  for (let count = 0; count < 4; count += 1) {
    await turn()
    expect(begun).toHaveLength(count + 1)
    ends[count]?.()
  }
  expect(begun).toEqual(['a', 'a', 'b', 'a'])
  expect(await Promise.all(results)).toEqual(['a', 'a', 'a', 'b'])
})

it('gives the place of what fails to the next', async () => {
  const { run, begun, ends } = openLimit(1)
  const failing = run('a', true)
  const next = run('b')
  ends[0]?.()
  await expect(failing).rejects.toThrow('broken')
  await turn()
  ends[1]?.()
  expect(await next).toBe('b')
  expect(begun).toEqual(['a', 'b'])
})

it('refuses beyond the length of the queue and the share of a caller', async () => {
  const { run } = openLimit(1, 3, 2)
  for (const caller of ['a', 'a', 'a']) void run(caller)
  await expect(run('a')).rejects.toMatchObject({ code: 'QUEUE_FULL' })
  void run('b')
  await expect(run('c')).rejects.toMatchObject({ code: 'QUEUE_FULL' })
})
