import { expect, it } from 'vitest'
import { deriveSealKey, openSealed, sealText, tryOpenSealed } from './seal'

const oldSecret = 'a secret of the tests, long enough to be taken'
const newSecret = 'another secret of the tests, also long'
const key = deriveSealKey(oldSecret)
const rotated = deriveSealKey(newSecret, [oldSecret])

it('opens what it sealed, for the same owner and under the same secret only', () => {
  const sealed = sealText(key, 'route-1', 'Bearer ü')
  expect(openSealed(key, 'route-1', sealed)).toBe('Bearer ü')
  expect(Buffer.from(sealed).toString('latin1')).not.toContain('Bearer')
  expect(() => openSealed(key, 'route-2', sealed)).toThrow()
  expect(() => openSealed(deriveSealKey(newSecret), 'route-1', sealed)).toThrow(/not listed any more/)
})

it('notices every change and never seals alike', () => {
  const sealed = sealText(key, 'a', 'text')
  expect(sealText(key, 'a', 'text')).not.toEqual(sealed)
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = sealed.map((byte, at) => (at === index ? byte ^ 1 : byte))
    expect(tryOpenSealed(key, 'a', changed)).toBeNull()
  }
  for (let length = 0; length < sealed.length; length += 1) {
    expect(tryOpenSealed(key, 'a', sealed.subarray(0, length))).toBeNull()
  }
})

it('opens what a listed previous secret sealed, and seals with the current one only', () => {
  expect(openSealed(rotated, 'a', sealText(key, 'a', 'old'))).toBe('old')
  const again = sealText(rotated, 'a', 'new')
  expect(tryOpenSealed(key, 'a', again)).toBeNull()
  expect(openSealed(deriveSealKey(newSecret), 'a', again)).toBe('new')
})
