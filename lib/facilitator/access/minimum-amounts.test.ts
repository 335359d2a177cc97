import { expect, it } from 'vitest'
import { assetOf } from '@/lib/base/chains/assets'
import { BASE, BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { gateMinimumOf, minimumAmountOf } from './minimum-amounts'

const token = `0x${'9a'.repeat(20)}`
const env = {
  facilitatorAccess: { minimum: { everywhere: '$0.001', byNetwork: { [BASE]: '$0.01' } } },
  facilitatorAssets: [{ network: BASE, address: token, decimals: 18 }],
}
const usdcOf = (network: string) => assetOf(network)?.address ?? ''

it('takes the network’s least amount, else the one for all, in the units of the asset', () => {
  expect(minimumAmountOf(env, BASE_SEPOLIA, usdcOf(BASE_SEPOLIA))).toBe(1_000n)
  expect(minimumAmountOf(env, BASE, usdcOf(BASE).toUpperCase().replace('0X', '0x'))).toBe(10_000n)
  expect(minimumAmountOf(env, BASE, token)).toBe(10n ** 16n)
  expect(minimumAmountOf(env, BASE_SEPOLIA, token)).toBe(0n)
})

it('holds our own gate to it on networks of real money, and elsewhere where it is set', () => {
  const own = { ...env, facilitators: [] }
  const others = { ...env, facilitators: [{ place: 'https://facilitator.example', credential: null }] }
  const set = {
    ...own,
    facilitatorAccess: { minimum: { everywhere: '$0.001', byNetwork: { [BASE_SEPOLIA]: '$0.5' } } },
  }
  expect(gateMinimumOf(own, BASE, usdcOf(BASE))).toBe(10_000n)
  expect(gateMinimumOf(set, BASE, usdcOf(BASE))).toBe(1_000n)
  expect(gateMinimumOf(own, BASE_SEPOLIA, usdcOf(BASE_SEPOLIA))).toBe(0n)
  expect(gateMinimumOf(set, BASE_SEPOLIA, usdcOf(BASE_SEPOLIA))).toBe(500_000n)
  expect(gateMinimumOf(others, BASE, usdcOf(BASE))).toBe(0n)
})
