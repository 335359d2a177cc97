import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { actInWords, factsInWords } from './change-words'

it('has words for every act that is written down', () => {
  const [, list = ''] =
    /auditActs = \[([\s\S]*?)\]/.exec(readFileSync('lib/sellers/audit/record-change.ts', 'utf8')) ?? []
  const acts = [...list.matchAll(/'([a-z.]+)'/g)].map(([, act]) => act ?? '')
  expect(acts).toContain('payee.set')
  for (const act of acts) expect(actInWords(act)).not.toBe(act)
})

it('says facts in lines and leaves out empty ones', () => {
  const facts = { price: { dollars: '$1', networks: ['a', 'b'] }, networks: [], metering: null, amountAtomic: '5' }
  expect(factsInWords(facts)).toEqual(['price: $1, a, b', 'amount atomic: 5'])
  expect(factsInWords(null)).toEqual([])
})
