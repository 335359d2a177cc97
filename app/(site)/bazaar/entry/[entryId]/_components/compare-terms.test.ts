import { describe, expect, it } from 'vitest'
import type { PaymentOption } from '@/lib/base/x402/payment-option'
import { compareTerms, type ListedTerms } from './compare-terms'

const usdc = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
const seller = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
const option: PaymentOption = {
  scheme: 'exact',
  network: 'eip155:84532',
  asset: usdc,
  amountAtomic: 1_000n,
  coin: { symbol: 'USDC', decimals: 6 },
  payTo: seller,
  timeoutSeconds: 60,
}
const listed: ListedTerms = {
  scheme: 'exact',
  network: 'eip155:84532',
  asset: usdc,
  amountAtomic: 1_000n,
  payTo: seller,
}
const moved = { ...listed, payTo: usdc }

describe('terms that a resource asks for', () => {
  it('are as listed whatever the case of an address', () => {
    expect(compareTerms([option], [{ ...listed, payTo: seller.toLowerCase(), asset: usdc.toLowerCase() }])).toEqual([])
  })

  it.each<[string, ListedTerms[], object | null]>([
    ['another price', [{ ...listed, amountAtomic: 900n }], { amountAtomic: 900n, payTo: seller }],
    [
      'another price, first of another payee',
      [moved, { ...listed, amountAtomic: 9n }],
      { amountAtomic: 9n, payTo: seller },
    ],
    ['another payee', [moved], { amountAtomic: 1_000n, payTo: usdc }],
    ['a price where none is known', [{ ...listed, amountAtomic: null }], null],
    ['a payee where none is known', [{ ...listed, payTo: '' }], null],
    ['another network', [{ ...listed, network: 'eip155:8453' }], null],
  ])('are seen to have %s', (_what, listing, said) => {
    expect(compareTerms([option], listing)).toEqual([{ option, listed: said }])
  })

  it('are compared with the case of a Solana address', () => {
    const svm = { network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', payTo: 'Abc' }
    expect(compareTerms([{ ...option, ...svm }], [{ ...listed, ...svm, payTo: 'abc' }])).toHaveLength(1)
  })
})
