import { generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { isSmallOrderKey, verifyEd25519 } from './ed25519'

/** The curve's identity element: with it as a key, this signature fits any message. */
const identity = Uint8Array.from({ length: 32 }, (_, index) => (index === 0 ? 1 : 0))
const forgery = Uint8Array.from({ length: 64 }, (_, index) => (index === 0 ? 1 : 0))

it('keys that anyone can sign for are refused, whatever the message', () => {
  expect(verifyEd25519(identity, Buffer.from('any text'), forgery)).toBe(false)
})

it.each(['', '80'])('keys that anyone can sign for are known with the sign bit %s', (sign) => {
  const key = Uint8Array.from(identity)
  if (sign) key[31] = 0x80
  expect(isSmallOrderKey(key)).toBe(true)
})

it('keys that anyone can sign for are no ordinary keys', () => {
  const { publicKey } = generateKeyPairSync('ed25519')
  expect(isSmallOrderKey(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32))).toBe(false)
})
