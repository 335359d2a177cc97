import { expect, test, vi } from 'vitest'
import { runEvery } from './jobs'

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
