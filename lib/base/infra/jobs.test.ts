import { expect, test, vi } from 'vitest'
import { createPace, runEvery } from './jobs'

const log = { error: vi.fn() }

test('runs at once and again after each end, never twice at a time', async () => {
  let running = 0
  let most = 0
  let runs = 0
  const stop = runEvery({
    name: 'count',
    intervalMs: 1,
    log,
    run: async () => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, 3))
      running--
      runs++
    },
  })
  await expect.poll(() => runs).toBeGreaterThan(3)
  await stop()
  const runsAtStop = runs
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(most).toBe(1)
  expect(runs).toBe(runsAtStop)
})

test('logs a failure and goes on', async () => {
  let runs = 0
  const stop = runEvery({
    name: 'fail',
    intervalMs: 1,
    log,
    run: async () => Promise.reject(new Error(`run ${++runs}`)),
  })
  await expect.poll(() => runs).toBeGreaterThan(1)
  await stop()
  expect(log.error).toHaveBeenCalledWith({ job: 'fail', err: expect.any(Error) }, 'job failed')
})

test('tells once that jobs wait for the database, however many fail, and nothing else less', async () => {
  const told = { error: vi.fn() }
  let runs = 0
  const away = async () => {
    runs += 1
    throw new Error("Can't reach database server at 127.0.0.1:1")
  }
  const stops = ['one', 'two', 'three'].map((name) => runEvery({ name, intervalMs: 1, log: told, run: away }))
  await expect.poll(() => runs).toBeGreaterThan(9)
  await Promise.all(stops.map((stop) => stop()))
  expect(told.error.mock.calls).toEqual([
    [{ job: 'one', why: expect.stringContaining('reach database') }, 'jobs wait for the database'],
  ])
})

test('waits for the run under way and tells it to end', async () => {
  let hasEnded = false
  const stop = runEvery({
    name: 'long',
    intervalMs: 1000,
    log,
    run: async (signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      hasEnded = true
    },
  })
  await stop()
  expect(hasEnded).toBe(true)
})

test('a quiet process runs a job seldom, at once when it is stirred, and at its interval while it finds work', async () => {
  const pace = createPace({ livelyMs: 0, quietMs: 60_000 })
  let runs = 0
  let left = 0
  const stop = runEvery({ name: 'seldom', intervalMs: 1, log, pace, run: async () => (runs++, left > 0 ? left-- : 0) })
  await expect.poll(() => runs).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(runs).toBe(1)
  left = 3
  pace.stir()
  await expect.poll(() => runs).toBe(5)
  await stop()
})

test('a process where something happened lately runs a job at its interval', async () => {
  let runs = 0
  const pace = createPace({ quietMs: 60_000 })
  const stop = runEvery({ name: 'often', intervalMs: 1, log, pace, run: async () => void runs++ })
  await expect.poll(() => runs).toBeGreaterThan(3)
  await stop()
})
