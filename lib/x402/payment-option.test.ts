import { describe, expect, it } from 'vitest'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/x402/networks'
import type { PaymentRequirements } from '@/lib/x402/wire'
import { paymentOptionsOf, priceInWords } from './payment-option'

const requirements: PaymentRequirements = {
  scheme: 'exact',
  network: BASE_SEPOLIA,
  amount: '50000',
  asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
  maxTimeoutSeconds: 60,
  extra: {},
}
const usdc = () => ({ symbol: 'USDC', decimals: 6 })

const words = (changes: Partial<PaymentRequirements>, findAsset: Parameters<typeof paymentOptionsOf>[1] = usdc) =>
  paymentOptionsOf([{ ...requirements, ...changes }], findAsset).map(priceInWords)

describe('the price in words', () => {
  it('names amount, asset and network', () => {
    expect(words({})).toEqual(['0.05 USDC on Base Sepolia'])
  })

  it('says that an upto price is a ceiling', () => {
    expect(words({ scheme: 'upto', network: SOLANA_DEVNET })).toEqual(['up to 0.05 USDC on Solana Devnet'])
  })

  it('keeps every digit of a small amount and of a huge one', () => {
    expect(words({ amount: '1' }, () => ({ symbol: 'X', decimals: 12 }))).toEqual(['0.000000000001 X on Base Sepolia'])
    expect(words({ amount: '123456789012345678901234567890' })).toEqual([
      '123456789012345678901234.56789 USDC on Base Sepolia',
    ])
  })

  it('shows an asset that it does not know by address and atomic units', () => {
    expect(words({}, () => null)).toEqual(['50000 units of 0x036CbD53842c5426634e7929541eC2318f3dCF7e on Base Sepolia'])
  })
})
