import { createFormatter } from 'next-intl'
import { expect, it } from 'vitest'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { auditActs } from '@/lib/shop/sellers/audit/acts'
import { translateIn } from '@/lib/site/messages/translate'
import { actInWords, factsInWords } from './change-words'

const t = translateIn('en', 'changes')
const format = createFormatter({ locale: 'en-GB', timeZone: 'UTC' })

it('has words for every act that is written down', () => {
  for (const act of auditActs) expect(actInWords(t, act)).not.toBe(act)
})

it('says facts in lines and leaves out empty ones', () => {
  const facts = { price: { dollars: '$1', networks: ['a', 'b'] }, networks: [], metering: null, keepsAccess: true }
  expect(factsInWords({ t, format, inDigits: String }, facts)).toEqual(['price: $1, a, b', 'keeps access: yes'])
  expect(factsInWords({ t, format, inDigits: String }, null)).toEqual([])
})

it('says amounts in their asset, never in atomic units', () => {
  const money = {
    network: BASE_SEPOLIA,
    asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    unclaimedAtomic: '100000',
  }
  const lines = ['unclaimed: 0.10 USDC', 'network: Base Sepolia']
  expect(factsInWords({ t, format, inDigits: String }, money)).toEqual(lines)
  expect(factsInWords({ t, format, inDigits: String }, { claims: [money] })).toEqual([
    'claims: 0.10 USDC, Base Sepolia',
  ])
})
