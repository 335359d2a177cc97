import { expect, it } from 'vitest'
import type { Chains } from '@/lib/base/chains/chains'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { createPayeeWatch } from './payee-watch'

it('answers for more payees at once than it remembers', async () => {
  const evmClient = () => ({ readContract: async () => false })
  const find = createPayeeWatch({ evmClient } as unknown as Chains, { warn: () => {} }) // No more of it is used.
  const payees = Array.from({ length: 10_001 }, (_, index) => `0x${index.toString(16).padStart(40, '0')}`)
  const faults = payees.map((payTo) => find({ network: BASE_SEPOLIA, asset: `0x${'a'.repeat(40)}`, payTo }))
  expect(new Set(await Promise.all(faults))).toEqual(new Set([null]))
})
