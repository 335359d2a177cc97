import { readFileSync } from 'node:fs'
import { createFormatter } from 'next-intl'
import { expect, it } from 'vitest'
import { translateIn } from '@/lib/messages/translate'
import { actInWords, factsInWords } from './change-words'

const t = translateIn('en', 'changes')
const format = createFormatter({ locale: 'en-GB', timeZone: 'UTC' })

it('has words for every act that is written down', () => {
  const [, list = ''] =
    /auditActs = \[([\s\S]*?)\]/.exec(readFileSync('lib/sellers/audit/record-change.ts', 'utf8')) ?? []
  const acts = [...list.matchAll(/'([a-z.]+)'/g)].map(([, act]) => act ?? '')
  expect(acts).toContain('payee.set')
  for (const act of acts) expect(actInWords(t, act)).not.toBe(act)
})

it('says facts in lines and leaves out empty ones', () => {
  const facts = { price: { dollars: '$1', networks: ['a', 'b'] }, networks: [], metering: null, amountAtomic: '5' }
  expect(factsInWords({ t, format }, facts)).toEqual(['price: $1, a, b', 'amount atomic: 5'])
  expect(factsInWords({ t, format }, null)).toEqual([])
})
