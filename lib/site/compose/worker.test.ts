import { expect, it, vi } from 'vitest'
import type { Application } from './application'
import { startWorker } from './worker'

it('makes the last notes of every product, also where the gate does not end', async () => {
  const noted: string[] = []
  const channel = (name: string) => ({ channel: name, onMessage: () => {}, onMissed: () => {} })
  const product = (name: string) => ({
    ...{ jobs: [], channel: channel(name) },
    stop: async () => void noted.push(name),
  })
  const log = { error: vi.fn(), fault: vi.fn(), warn: vi.fn() }
  const gate = { jobs: [], stop: async () => Promise.reject(new Error('The database is away.')) }
  const application = {
    products: {
      base: product('base'),
      bazaar: product('bazaar'),
      facilitator: product('facilitator'),
      gate,
      shop: product('shop'),
    },
    jobs: [],
    env: { publicOrigin: 'http://shop.example', databaseUrl: 'postgresql://127.0.0.1:1/none' },
    database: {},
    metrics: {},
    log,
  }
  const worker = await startWorker(application as unknown as Application) // No more of it is used.
  await worker.stop({ limitMs: 0, answered: Promise.resolve() })
  expect(noted.toSorted()).toEqual(['base', 'bazaar', 'facilitator', 'shop'])
  expect(log.error).toHaveBeenCalledWith(expect.objectContaining({ err: expect.any(Error) }), expect.any(String))
})
