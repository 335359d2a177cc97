import { expect, it, vi } from 'vitest'
import { parseServerEnv } from '@/lib/base/infra/env'
import { BASE, BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { listOpenMainnets, warnOfOpenMainnets } from './open-mainnets'

const required = { DATABASE_URL: 'postgresql://turnpike@127.0.0.1/turnpike', TURNPIKE_SECRET: 'a'.repeat(32) }
const kinds = [BASE, BASE, BASE_SEPOLIA, 'eip155:10'].map((network) => ({ x402Version: 2, scheme: 'exact', network }))
const list = (changes: Record<string, string>) =>
  listOpenMainnets(parseServerEnv({ ...required, ...changes }), { kinds } as Parameters<typeof listOpenMainnets>[1])

it('names the networks of real money that anybody may settle on, and says so once in the log', () => {
  const warn = vi.fn()
  const networks = list({ FACILITATOR_ACCESS: 'open' })
  expect(networks).toEqual([BASE, 'eip155:10'])
  warnOfOpenMainnets(networks, { warn })
  expect(warn).toHaveBeenCalledExactlyOnceWith({ networks }, expect.stringContaining('FACILITATOR_ACCESS=keys'))
})

it('says nothing where keys are asked for, in the demo, and where all networks are tests', () => {
  expect(list({})).toEqual([])
  expect(list({ TURNPIKE_DEMO: '1' })).toEqual([])
  const warn = vi.fn()
  warnOfOpenMainnets([], { warn })
  expect(warn).not.toHaveBeenCalled()
})
