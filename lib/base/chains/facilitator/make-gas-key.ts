import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { getBase58Decoder } from '@solana/kit'
import type { Family } from '@/lib/base/x402/networks'
import { openGasWallets } from './gas-wallets'

/** Makes a key for a gas wallet, in the form that its variable takes, and the address to which its coin is sent. */
export function makeGasKey(family: Family): { key: string; address: string } {
  const key = makeKey[family]()
  const wallets = openGasWallets({ [family]: [key] })
  const [wallet] = wallets[family]
  if (!wallet) throw new Error('Expected a wallet of the new key.')
  return { key, address: wallet.address }
}

const makeKey: Record<Family, () => string> = {
  evm: () => `0x${randomBytes(32).toString('hex')}`,
  svm: () => getBase58Decoder().decode(newEd25519Key()),
  avm: () => newEd25519Key().toString('base64'),
}

/** The seed, then the public key. */
function newEd25519Key(): Buffer {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  return Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')])
}
