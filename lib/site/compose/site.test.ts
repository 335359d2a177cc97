import { expect, it } from 'vitest'
import { BASE, BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import { type FacilitatorPort, FacilitatorUnreachableError } from '@/lib/gate/resource-server/ports'
import { openSite } from './open-gate'

const payTo = { evm: '0x1111111111111111111111111111111111111111' }
const rpcUrls = { [BASE_SEPOLIA]: ['http://localhost:1'], [SOLANA_DEVNET]: ['http://localhost:2'] }
const supported: FacilitatorPort['supported'] = async () => ({
  kinds: [BASE_SEPOLIA, SOLANA_DEVNET].map((network) => ({ x402Version: 2, scheme: 'exact', network })),
  extensions: [],
  signers: {},
})
const option = { scheme: 'exact', price: '$0.01', network: BASE_SEPOLIA, payTo: payTo.evm }

it('prices on the networks that are settled and have an address to pay', async () => {
  const site = await openSite({ payTo, rpcUrls }, { supported }, { error: () => {} })
  expect(site.priced('exact', '$0.01')).toEqual([option])
  expect(site.priced('upto', '$0.01')).toEqual([])
})

it('prices on none that is switched off here, whatever the facilitator settles', async () => {
  const site = await openSite(
    { payTo, rpcUrls: { [BASE]: ['http://localhost:1'] } },
    { supported },
    { error: () => {} },
  )
  expect(site.priced('exact', '$0.01')).toEqual([])
})

it('opens without its facilitator, and sells once that has answered', async () => {
  const errors: unknown[] = []
  let isDown = true
  const late = async () => {
    if (isDown) throw new FacilitatorUnreachableError('No facilitator answered.')
    return supported()
  }
  const site = await openSite(
    { payTo, rpcUrls },
    { supported: late },
    { error: (fault: unknown) => void errors.push(fault) },
  )
  expect(errors).toHaveLength(1)
  expect(site.signInNetworks).toEqual([BASE_SEPOLIA, SOLANA_DEVNET])
  isDown = false
  expect(() => site.priced('exact', '$0.01')).toThrow(FacilitatorUnreachableError)
  await new Promise(setImmediate)
  expect(site.priced('exact', '$0.01')).toEqual([option])
})

it('does not open with a fault that is not an outage', async () => {
  const broken = async () => {
    throw new TypeError('A defect of ours.')
  }
  await expect(openSite({ payTo, rpcUrls }, { supported: broken }, { error: () => {} })).rejects.toThrow(TypeError)
})
