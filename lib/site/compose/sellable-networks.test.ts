import { expect, it } from 'vitest'
import { BASE, BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { listSellableNetworks } from './sellable-networks'

const kinds = [BASE, BASE_SEPOLIA].flatMap((network) =>
  ['exact', 'upto', 'another'].map((scheme) => ({ x402Version: 2, scheme, network })),
)
const supported = async () => ({ kinds, extensions: [], signers: {} })
const gate = { schemes: {}, facilitator: { supported } }

it('offers the networks that are switched on here, with what is settled there', async () => {
  expect(await listSellableNetworks(gate, { rpcUrls: { [BASE_SEPOLIA]: ['http://localhost:1'] } })).toEqual([
    { id: BASE_SEPOLIA, name: 'Base Sepolia', isTest: true, schemes: ['exact', 'upto'] },
  ])
})
