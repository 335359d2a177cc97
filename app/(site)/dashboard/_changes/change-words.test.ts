import { createFormatter } from 'next-intl'
import { expect, it } from 'vitest'
import { auditActs } from '@/lib/shop/sellers/audit/acts'
import { translateIn } from '@/lib/site/messages/translate'
import { actInWords, factsInWords } from './change-words'

const t = translateIn('en', 'changes')
const format = createFormatter({ locale: 'en-GB', timeZone: 'UTC' })

it('has words for every act that is written down', () => {
  for (const act of auditActs) expect(actInWords(t, act)).not.toBe(act)
})

it('says facts in lines and leaves out empty ones', () => {
  const facts = { price: { dollars: '$1', networks: ['a', 'b'] }, networks: [], metering: null, amountAtomic: '5' }
  expect(factsInWords({ t, format }, facts)).toEqual(['price: $1, a, b', 'amount atomic: 5'])
  expect(factsInWords({ t, format }, null)).toEqual([])
})
