import { generateKeyPairSync, sign } from 'node:crypto'
import bs58 from 'bs58'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { type SignedMessage, verifyMessageSignature } from './verify-message-signature'

const message = 'example.com wants you to sign in'
const account = privateKeyToAccount(generatePrivateKey())
const evm: SignedMessage = {
  type: 'eip191',
  chainId: 'eip155:84532',
  address: account.address,
  message,
  signature: await account.signMessage({ message }),
}

const { privateKey } = generateKeyPairSync('ed25519')
const { x = '' } = privateKey.export({ format: 'jwk' })
const solana: SignedMessage = {
  type: 'ed25519',
  chainId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  address: bs58.encode(Buffer.from(x, 'base64url')),
  message,
  signature: bs58.encode(sign(null, Buffer.from(message), privateKey)),
}

const stranger = privateKeyToAccount(generatePrivateKey())
const notByThatWallet = 'the signature is not by that wallet'
const wrongType = 'the signature type does not belong to the chain'
const malformed = 'the signature is malformed'
const wrongScheme = 'the signature scheme does not match the signature'

describe('a signed message', () => {
  it.each([
    ['by an EVM key', evm],
    ['by an EVM key that says so', { ...evm, signatureScheme: 'eip191' as const }],
    ['by an EVM key in lower case', { ...evm, address: account.address.toLowerCase() }],
    ['by a Solana key', solana],
    ['by a Solana key that says so', { ...solana, signatureScheme: 'siws' as const }],
  ])('is accepted %s, without a chain', async (_, proof) => {
    expect(await verifyMessageSignature(proof)).toEqual({ valid: true })
  })

  it.each([
    ['another text', { ...evm, message: `${message}.` }, notByThatWallet],
    ['another wallet', { ...evm, address: stranger.address }, notByThatWallet],
    ['another wallet of Solana', { ...solana, address: bs58.encode(Buffer.alloc(32, 7)) }, notByThatWallet],
    ['another text on Solana', { ...solana, message: '' }, notByThatWallet],
    ['a type of another family', { ...evm, type: 'ed25519' as const }, wrongType],
    ['a chain of another family', { ...evm, chainId: solana.chainId }, wrongType],
    ['an unknown chain', { ...evm, chainId: 'bip122:1' }, wrongType],
    ['no hex', { ...evm, signature: 'zz' }, malformed],
    ['half a byte', { ...evm, signature: `${evm.signature}0` }, malformed],
    ['a flood', { ...evm, signature: `0x${'00'.repeat(20_000)}` }, malformed],
    ['no base58', { ...solana, signature: '0OIl' }, malformed],
    ['a short Solana signature', { ...solana, signature: solana.signature.slice(0, 80) }, malformed],
    ['a scheme of contract wallets', { ...evm, signatureScheme: 'eip6492' as const }, wrongScheme],
    ['a scheme of another family', { ...evm, signatureScheme: 'siws' as const }, wrongScheme],
    [
      'a contract wallet, when none can be asked',
      { ...evm, signature: '0x1234' },
      'smart wallets are not verified here',
    ],
    [
      'a key that calls itself a contract, when none can be asked',
      { ...evm, signatureScheme: 'eip1271' as const },
      'smart wallets are not verified here',
    ],
    ['no EVM address', { ...evm, address: solana.address }, 'the address is not an EVM address'],
    ['no Solana address', { ...solana, address: evm.address }, 'the address is not a Solana address'],
  ])('is refused for %s', async (_, proof, error) => {
    expect(await verifyMessageSignature(proof)).toEqual({ valid: false, error })
  })
})
