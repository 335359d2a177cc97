import { expect, it } from 'vitest'
import { say } from '@/lib/base/sentences/say'
import { openApiDocument, toJson } from './create-seller-api'

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

it('tells in OpenAPI which operations refuse with 412 and 507', () => {
  const { paths } = openApiDocument('https://shop.example')
  expect(Object.keys(paths?.['/routes/{routeId}']?.put?.responses ?? {})).toEqual(['200', '412', '4XX', '5XX'])
  expect(Object.keys(paths?.['/images']?.post?.responses ?? {})).toEqual(['201', '507', '4XX', '5XX'])
})
