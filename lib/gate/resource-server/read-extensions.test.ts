import { expect, it } from 'vitest'
import { readChallengedAt, withoutUndeclaredCode } from './read-extensions'

const now = new Date('2026-11-26T12:00:00.000Z')
const read = (issuedAt: unknown) =>
  readChallengedAt({ extensions: { 'sign-in-with-x': { info: { issuedAt } } } } as never, now)

it.each(['2026-11-26T11:59:00.000Z', '2026-11-26T12:00:30.000Z', '2026-11-25T12:00:00Z'])(
  'reads that a buyer was challenged at %s',
  (issuedAt) => {
    expect(read(issuedAt)).toEqual(new Date(issuedAt))
  },
)

it.each([
  '+012345-01-01T00:00:00Z',
  '-012345-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '0000-01-01T00:00:00Z',
  '2026-11-25T11:59:59.999Z',
  '2026-11-27T12:00:00.001Z',
  'infinity',
  '',
  1_795_694_400_000,
  null,
  {},
])('does not believe that it was at %j', (issuedAt) => {
  expect(read(issuedAt)).toBeNull()
})

it.each([undefined, {}, { 'sign-in-with-x': null }, { 'sign-in-with-x': 'info' }, { 'sign-in-with-x': { info: [] } }])(
  'finds no time in %j',
  (extensions) => {
    expect(readChallengedAt({ extensions } as never, now)).toBeNull()
  },
)

it('forwards a builder code only where the route declares one', () => {
  const code = { info: { s: ['somebody'] } }
  const payload = { extensions: { 'builder-code': code, 'payment-identifier': { info: {} } } } as never
  const forwarded = (extensions: object) =>
    withoutUndeclaredCode({ route: { extensions } } as never, payload).extensions
  expect(forwarded({})).toEqual({ 'payment-identifier': { info: {} } })
  expect(forwarded({ 'builder-code': { info: { a: 'ours' } } })).toMatchObject({ 'builder-code': code })
  expect(withoutUndeclaredCode({ route: { extensions: {} } } as never, {} as never)).toEqual({})
})
