import { describe, expect, it } from 'vitest'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { onRampAddress } from './on-ramp'

const template = 'https://ramp.example/buy?to={address}&on={network}&of={asset}&n={amount}'
const missing = {
  option: { network: 'eip155:8453', coin: { symbol: 'USDC', decimals: 6 } },
  address: '0x00000000000000000000000000000000000000aa',
  missingAtomic: 1_250_000n,
}

describe('where a wallet gets what it lacks', () => {
  it('is the site’s address with asset, network, wallet and missing amount', () => {
    expect(onRampAddress(template, missing)).toBe(
      'https://ramp.example/buy?to=0x00000000000000000000000000000000000000aa&on=eip155%3A8453&of=USDC&n=1.25',
    )
  })

  it('is nowhere without a setting, on a test network, and for an unknown asset', () => {
    expect(onRampAddress(null, missing)).toBeNull()
    expect(onRampAddress(template, { ...missing, option: { ...missing.option, network: BASE_SEPOLIA } })).toBeNull()
    expect(onRampAddress(template, { ...missing, option: { ...missing.option, coin: null } })).toBeNull()
  })
})
