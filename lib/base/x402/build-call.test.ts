import { describe, expect, it } from 'vitest'
import { buildCall, type CallValues, sampleValues } from './build-call'
import { type DeclaredResource, declaredInput, isUnsendableHeader } from './declared-input'

const weather: DeclaredResource = {
  resource: 'https://shop.example.com/weather',
  method: 'GET',
  input: {
    type: 'http',
    method: 'GET',
    queryParams: { city: 'Lisbon' },
    headers: { 'x-units': 'metric', cookie: 'a=b' },
  },
  schemas: {
    queryParams: {
      type: 'object',
      properties: { city: { type: 'string', description: 'A city' }, days: { type: 'integer', enum: [1, 7] } },
      required: ['city'],
    },
  },
}
const person: DeclaredResource = {
  resource: 'https://shop.example.com:8443/users/:userId/{part}',
  method: 'GET',
  input: { type: 'http', pathParams: { userId: 'ada' } },
  schemas: null,
}
const summary: DeclaredResource = {
  resource: 'https://shop.example.com/summary',
  method: 'POST',
  input: { type: 'http', bodyType: 'json', body: { text: 'Long' } },
  schemas: { body: { properties: { text: { type: 'string' }, words: { type: 'integer' } }, required: ['text'] } },
}

const none: CallValues = { path: {}, query: {}, header: {}, body: null }
const build = (resource: DeclaredResource, values: Partial<CallValues>) =>
  buildCall({ ...resource, declared: declaredInput(resource) }, { ...none, ...values })

describe('what a resource declares', () => {
  it('is its sample and its schema together', () => {
    expect(declaredInput(weather).parameters).toEqual([
      { place: 'query', name: 'city', isRequired: true, about: 'A city', choices: [], sample: 'Lisbon' },
      { place: 'query', name: 'days', isRequired: false, about: '', choices: ['1', '7'], sample: '' },
      { place: 'header', name: 'x-units', isRequired: false, about: 'For example metric', choices: [], sample: '' },
    ])
  })

  it('has the parameters of a template, in either spelling', () => {
    expect(declaredInput(person).parameters).toMatchObject([
      { place: 'path', name: 'userId', isRequired: true, sample: 'ada' },
      { place: 'path', name: 'part', isRequired: true, sample: '' },
    ])
  })

  it('has a body that starts as the sample, with what the schema adds', () => {
    expect(JSON.parse(declaredInput(summary).body?.sample ?? '')).toEqual({ text: 'Long', words: 0 })
  })

  it.each([
    [
      'listings of version 1',
      { bodyFields: { query: { type: 'string' }, kind: { enum: ['a', 'b'] } } },
      { query: '', kind: 'a' },
    ],
    ['snake case', { body_fields: { amount: { type: 'number' } } }, { amount: 0 }],
    ['a schema in place of a body', { body: { properties: { brief: { type: 'object' } } } }, { brief: {} }],
    ['nothing', {}, {}],
  ])('reads bodies of %s', (_what, input, body) => {
    expect(JSON.parse(declaredInput({ ...summary, input, schemas: null }).body?.sample ?? '')).toEqual(body)
  })

  it.each([
    'Cookie',
    'authorization',
    'HOST',
    'payment-signature',
    'x-payment',
    'content-length',
    'sec-fetch-site',
    'x-http-method-override',
    'X-Original-URL',
    'Turnpike-Buyer',
    'a b',
  ])('never has the header %s', (name) => expect(isUnsendableHeader(name)).toBe(true))
})

describe('a call', () => {
  it('is built from the samples', () => {
    const call = build(weather, sampleValues(declaredInput(weather)))
    expect(call).toMatchObject({ ok: true, call: { url: 'https://shop.example.com/weather?city=Lisbon', body: null } })
  })

  it('carries declared values encoded, and leaves empty ones out', () => {
    expect(build(weather, { query: { city: 'São & Co', days: '' }, header: { 'x-units': 'si' } })).toEqual({
      ok: true,
      call: {
        url: 'https://shop.example.com/weather?city=S%C3%A3o+%26+Co',
        method: 'GET',
        headers: { 'x-units': 'si' },
        body: null,
      },
    })
    expect(build(person, { path: { userId: 'a?b#c:d', part: 'x' } })).toMatchObject({
      call: { url: 'https://shop.example.com:8443/users/a%3Fb%23c%3Ad/x' },
    })
  })

  it('carries a JSON body with its type', () => {
    expect(build(summary, { body: '{"text":"a"}' })).toMatchObject({
      call: { headers: { 'content-type': 'application/json' }, body: '{"text":"a"}' },
    })
  })

  it('writes a form in its own type, and the same bytes each time', () => {
    const form = (input: object, body: string) =>
      build({ ...summary, input: { type: 'http', ...input }, schemas: null }, { body })
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    expect(
      form({ bodyType: 'form-data', headers, body: { amount: 1 } }, '{"amount":5,"tags":["a","b"]}'),
    ).toMatchObject({
      call: { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'amount=5&tags=a&tags=b' },
    })
    const parts = '--form-part-0\r\nContent-Disposition: form-data; name="amount"\r\n\r\n5\r\n--form-part-0--\r\n'
    expect(form({ bodyType: 'form-data', body: { amount: 1 } }, '{"amount":5}')).toMatchObject({
      call: { headers: { 'content-type': 'multipart/form-data; boundary=form-part-0' }, body: parts },
    })
  })

  it.each<[string, DeclaredResource, Partial<CallValues>, string]>([
    [
      'a file, which is no text',
      {
        ...summary,
        input: { bodyType: 'form-data', body: {} },
        schemas: { body: { properties: { file: { type: 'string', format: 'binary' } } } },
      },
      { body: '{"file":"AA=="}' },
      'body',
    ],
    ['a missing value', weather, {}, 'city'],
    ['an undeclared query parameter', weather, { query: { city: 'a', admin: '1' } }, 'admin'],
    ['an undeclared header', weather, { query: { city: 'a' }, header: { authorization: 'x' } }, 'authorization'],
    ['a header that is declared and never sent', weather, { query: { city: 'a' }, header: { cookie: 'x' } }, 'cookie'],
    ['a line break in a header', weather, { query: { city: 'a' }, header: { 'x-units': 'a\r\nb: c' } }, 'x-units'],
    ['a value that is no choice', weather, { query: { city: 'a', days: '2' } }, 'days'],
    ['a value that is too long', weather, { query: { city: 'a'.repeat(2_049) } }, 'city'],
    ['half a character', weather, { query: { city: '\ud800' } }, 'city'],
    ['a slash in a path', person, { path: { userId: '../admin', part: 'x' } }, 'userId'],
    ['a backslash in a path', person, { path: { userId: 'a\\b', part: 'x' } }, 'userId'],
    ['dots only', person, { path: { userId: '..', part: 'x' } }, 'userId'],
    ['an empty part of a path', person, { path: { userId: '', part: 'x' } }, 'userId'],
    ['an inherited name', person, { path: { userId: 'a', part: 'x', constructor: 'y' } }, 'constructor'],
    ['a body where none is taken', weather, { query: { city: 'a' }, body: '{}' }, 'body'],
    ['a body that is no JSON', summary, { body: '{' }, 'body'],
    ['a body that is too large', summary, { body: JSON.stringify('é'.repeat(20_000)) }, 'body'],
  ])('is refused for %s', (_what, resource, values, parameter) => {
    expect(build(resource, values)).toMatchObject({ ok: false, parameter })
  })
})
