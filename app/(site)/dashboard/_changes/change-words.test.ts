import { createFormatter } from 'next-intl'
import { expect, it } from 'vitest'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { auditActs } from '@/lib/shop/sellers/audit/acts'
import { translateIn } from '@/lib/site/messages/translate'
import { actInWords, factsInWords } from './change-words'

const t = translateIn('en', 'changes')
const format = createFormatter({ locale: 'en-GB', timeZone: 'UTC' })

const words = { t, format, inDigits: String, inBytes: (size: number) => `${size} bytes` }

it('has words for every act that is written down', () => {
  for (const act of auditActs) expect(actInWords(t, act)).not.toBe(act)
})

it('says facts in lines and leaves out empty ones', () => {
  const facts = { price: { dollars: '$1', networks: ['a', 'b'] }, networks: [], metering: null, keepsAccess: true }
  expect(factsInWords(words, facts)).toEqual(['price: $1, a, b', 'keeps access: yes'])
  expect(factsInWords(words, null)).toEqual([])
})

it('says states and networks by their names, and sizes in units', () => {
  const facts = { state: 'paused', networks: [BASE_SEPOLIA], size: 3_000, sha256: 'ab'.repeat(32) }
  expect(factsInWords(words, facts)).toEqual([
    'state: paused',
    'networks: Base Sepolia',
    'size: 3000 bytes',
    'SHA-256: abababab…ababab',
  ])
  const german = { ...words, t: translateIn('de', 'changes') }
  expect(factsInWords(german, { state: 'paused', keepsAccess: true })).toEqual([
    'Zustand: pausiert',
    'Zugang bleibt: ja',
  ])
})

it('says amounts in their asset, never in atomic units', () => {
  const money = {
    network: BASE_SEPOLIA,
    asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    unclaimedAtomic: '100000',
  }
  const lines = ['unclaimed: 0.10 USDC', 'network: Base Sepolia']
  expect(factsInWords(words, money)).toEqual(lines)
  expect(factsInWords(words, { claims: [money] })).toEqual(['claims: 0.10 USDC, Base Sepolia'])
})
