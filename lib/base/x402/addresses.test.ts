import { getAddressFromPublicKey } from '@solana/kit'
import { isValidAlgorandAddress } from '@x402/avm'
import bs58 from 'bs58'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressIdentity, base58ByteLength, isAddress, isBurnAddress, isSameAddress } from './addresses'
import { ALGORAND_TESTNET, BASE_SEPOLIA, SOLANA_DEVNET } from './networks'

const evm = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const solana = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'
const algorand = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY5HFKQ'

describe('addressIdentity', () => {
  it('drops the case of EVM addresses only', () => {
    expect(addressIdentity('evm', evm)).toBe(evm.toLowerCase())
    expect(addressIdentity(BASE_SEPOLIA, evm)).toBe(evm.toLowerCase())
    expect(addressIdentity(SOLANA_DEVNET, solana)).toBe(solana)
    expect(addressIdentity('avm', algorand)).toBe(algorand)
  })

  it('compares per family', () => {
    expect(isSameAddress('evm', evm, evm.toUpperCase().replace('0X', '0x'))).toBe(true)
    expect(isSameAddress('svm', solana, solana.toLowerCase())).toBe(false)
  })

  it('refuses another family', () => {
    expect(() => addressIdentity('cosmos:hub-4', evm)).toThrow(RangeError)
  })
})

describe('isBurnAddress', () => {
  it.each([
    ['evm', `0x${'0'.repeat(40)}`],
    [BASE_SEPOLIA, '0x000000000000000000000000000000000000dEaD'],
    [SOLANA_DEVNET, '1'.repeat(32)],
    ['svm', '1nc1nerator11111111111111111111111111111111'],
    [ALGORAND_TESTNET, algorand],
  ])('knows %s %s', (network, address) => {
    expect(isAddress(network, address)).toBe(true)
    expect(isBurnAddress(network, address)).toBe(true)
  })

  it.each([
    [BASE_SEPOLIA, evm],
    [SOLANA_DEVNET, solana],
    [BASE_SEPOLIA, '1'.repeat(32)],
    ['cosmos:hub-4', `0x${'0'.repeat(40)}`],
  ])('says nothing against %s %s', (network, address) => expect(isBurnAddress(network, address)).toBe(false))
})

describe('isAddress', () => {
  it.each([
    [BASE_SEPOLIA, evm],
    ['evm', evm.toLowerCase()],
    [SOLANA_DEVNET, solana],
    ['svm', '1'.repeat(32)],
    [ALGORAND_TESTNET, algorand],
  ])('accepts %s %s', (network, address) => expect(isAddress(network, address)).toBe(true))

  it.each([
    ['evm', ''],
    ['evm', evm.slice(2)],
    ['evm', evm.replace('0x', '0X')],
    ['evm', `${evm}\n`],
    ['evm', '0xg39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
    ['svm', evm],
    ['svm', '0'.repeat(32)],
    ['svm', '1'.repeat(33)],
    ['svm', 'z'.repeat(44)],
    ['avm', algorand.toLowerCase()],
    ['avm', algorand.slice(1)],
    ['avm', `${algorand.slice(0, -1)}B`],
    ['cosmos', evm],
  ])('refuses %s %j', (network, address) => expect(isAddress(network, address)).toBe(false))

  it('agrees with a base58 library on length, for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        fc.pre(bytes.length > 0)
        expect(base58ByteLength(bs58.encode(bytes), 88)).toBe(bytes.length)
      }),
    )
  })

  it('accepts what the chains make', async () => {
    const { publicKey } = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair
    expect(isAddress('svm', await getAddressFromPublicKey(publicKey))).toBe(true)
    expect(isValidAlgorandAddress(algorand)).toBe(true)
  })
})
