import { expect, it } from 'vitest'
import { say } from '@/lib/base/sentences/say'
import { toJson } from './create-seller-api'

it('writes sentences in English, and the data of sellers as it is', () => {
  const looksAlike = { key: 'giveTitle', details: {} }
  const fault = say('declaredSchema.place', { place: 'properties/a', why: say('declaredSchema.tooDeep') })
  expect(JSON.parse(toJson({ faults: { discovery: fault }, note: null, input: looksAlike, amount: 12n }))).toEqual({
    faults: { discovery: 'In the schema, at properties/a: This is nested too deeply.' },
    note: null,
    input: looksAlike,
    amount: '12',
  })
})
