import { describe, expect, it } from 'vitest'
import { ALGORAND_TESTNET, BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import type { PaymentOption } from '@/lib/base/x402/payment-option'
import { translateIn } from '@/lib/site/messages/translate'
import { coinsInWords, forProgramsInWords, leastInWords, optionPriceInWords } from './amount'

const [english, german] = [translateIn('en', 'price'), translateIn('de', 'price')]
const usdc = { symbol: 'USDC', decimals: 6 }
const option: PaymentOption = {
  scheme: 'exact',
  network: BASE_SEPOLIA,
  asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  amountAtomic: 50_000n,
  coin: usdc,
  payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
  timeoutSeconds: 60,
}

describe('the price of an option', () => {
  it.each([
    [{}, '0.05 USDC on Base Sepolia', '0.05 USDC auf Base Sepolia'],
    [
      { scheme: 'upto', network: SOLANA_DEVNET },
      'up to 0.05 USDC on Solana Devnet',
      'bis zu 0.05 USDC auf Solana Devnet',
    ],
    [{ scheme: 'batch-settlement' }, '0.05 USDC a call on Base Sepolia', '0.05 USDC je Aufruf auf Base Sepolia'],
    [
      { coin: null },
      `50000 units of ${option.asset} on Base Sepolia`,
      `50000 Einheiten von ${option.asset} auf Base Sepolia`,
    ],
  ])('%o is "%s"', (changes, words, germanWords) => {
    expect(optionPriceInWords(english, { ...option, ...changes })).toBe(words)
    expect(optionPriceInWords(german, { ...option, ...changes })).toBe(germanWords)
  })

  it('keeps every digit of a huge amount, in both languages', () => {
    const amountAtomic = 123456789012345678901234567890n
    for (const t of [english, german])
      expect(coinsInWords(t, amountAtomic, usdc)).toBe('123456789012345678901234.56789 USDC')
    expect(coinsInWords(german, amountAtomic, null)).toBe('123456789012345678901234567890 Einheiten')
  })
})

const least = (first: bigint, ...amounts: bigint[]) => {
  const [one, ...others] = [first, ...amounts].map((amountAtomic) => ({ ...option, amountAtomic }))
  return one && leastInWords(english, [one, ...others])
}

it.each([
  [least(50_000n), { amount: '0.05 USDC', as: 'exactly' }],
  [least(50_000n, 9_000n, 20_000n), { amount: '0.009 USDC', as: 'from' }],
])('names the least of several prices: %o', (said, expected) => expect(said).toEqual(expected))

it('says what programs have beside what people pay on, and nothing where people have all', () => {
  const both = [option, { ...option, network: ALGORAND_TESTNET }]
  expect(forProgramsInWords(translateIn('en', 'terms'), both)).toBe('Programs can also pay on Algorand Testnet.')
  expect(forProgramsInWords(translateIn('de', 'terms'), both)).toBe(
    'Programme können auch auf Algorand Testnet zahlen.',
  )
  expect(forProgramsInWords(translateIn('en', 'terms'), [option])).toBeNull()
})
