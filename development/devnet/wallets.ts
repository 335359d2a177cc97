import { createHash } from 'node:crypto'
import { encodeAddress } from '@algorandfoundation/algokit-utils/common'
import { createKeyPairSignerFromPrivateKeyBytes } from '@solana/kit'
import bs58 from 'bs58'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

/**
 * Wallets of the local networks. Their keys are public knowledge: derived from a role's name, they hold nothing
 * outside the chains that this project starts itself.
 */
export const devnetRoles = ['buyer', 'seller', 'maker', 'maker2', 'gas', 'gas2', 'poor'] as const
export type DevnetRole = (typeof devnetRoles)[number]

const seedOf = (role: DevnetRole, family: string) =>
  createHash('sha256').update(`turnpike devnet ${family} ${role}`).digest()

export function evmDevnetKey(role: DevnetRole): Hex {
  return `0x${seedOf(role, 'evm').toString('hex')}`
}

export const evmDevnetAccount = (role: DevnetRole) => privateKeyToAccount(evmDevnetKey(role))

export const svmDevnetSigner = (role: DevnetRole) =>
  createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(seedOf(role, 'svm')), true)

/** The 64-byte secret key (seed, then public key) in base58, as Solana wallets export it. */
export async function svmDevnetSecretKey(role: DevnetRole): Promise<string> {
  const { address } = await svmDevnetSigner(role)
  return bs58.encode(Buffer.concat([seedOf(role, 'svm'), Buffer.from(bs58.decode(address))]))
}

/** Seed from which the Algorand emulator's wallet of that role is made. */
const avmDevnetSeed = (role: DevnetRole) => new Uint8Array(seedOf(role, 'avm'))

/** The 64-byte secret key (seed, then public key) in base64, as @x402/avm takes it. */
export async function avmDevnetSecretKey(role: DevnetRole): Promise<string> {
  return Buffer.concat([seedOf(role, 'avm'), await avmPublicKey(role)]).toString('base64')
}

export const avmDevnetAddress = async (role: DevnetRole) => encodeAddress(await avmPublicKey(role))

async function avmPublicKey(role: DevnetRole): Promise<Uint8Array> {
  const { address } = await createKeyPairSignerFromPrivateKeyBytes(avmDevnetSeed(role))
  return new Uint8Array(bs58.decode(address))
}
