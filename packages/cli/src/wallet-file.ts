import { generateKeyPairSync } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { getBase58Decoder } from '@solana/kit'
import { generatePrivateKey } from 'viem/accounts'
import { z } from 'zod'
import { createPayer } from '@/lib/client/create-payer'
import { CliError } from './cli-error'

const families = ['evm', 'svm', 'avm'] as const

const keysSchema = z.object({ evmKey: z.string(), svmKey: z.string(), avmKey: z.string() })

export type WalletKeys = Partial<z.infer<typeof keysSchema>>

export type Addresses = Partial<Record<(typeof families)[number], string>>

/** The keys to pay with: those of the environment, else those of the wallet on this machine. */
export async function findWallet(env: NodeJS.ProcessEnv): Promise<WalletKeys> {
  const named = { evmKey: env.EVM_PRIVATE_KEY, svmKey: env.SVM_PRIVATE_KEY, avmKey: env.AVM_PRIVATE_KEY }
  // An empty variable means the same as none.
  const given = Object.entries(named).flatMap(([name, key]) => (key?.trim() ? [[name, key.trim()]] : []))
  if (given.length > 0) return Object.fromEntries(given)
  const { wallet: file } = homeOf(env)
  const text = await readIfThere(file)
  if (text === null) {
    throw new CliError(
      'There is no wallet yet: make one with "turnpike wallet new", or set EVM_PRIVATE_KEY, SVM_PRIVATE_KEY or AVM_PRIVATE_KEY.',
      2,
    )
  }
  try {
    return keysSchema.parse(JSON.parse(text))
  } catch {
    throw new CliError(`${file} is no wallet that this version can read. Move it away to make a new one.`, 1)
  }
}

/** Makes a key for each family of chains, in a file that only its owner may read. Fails where there is a wallet. */
export async function createWallet(file: string): Promise<WalletKeys> {
  if ((await readIfThere(file)) !== null) {
    throw new CliError(`There is a wallet in ${file}. It is not overwritten: move it away first.`, 1)
  }
  const keys = {
    evmKey: generatePrivateKey(),
    svmKey: getBase58Decoder().decode(newKeyPair()),
    avmKey: Buffer.from(newKeyPair()).toString('base64'),
  }
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  // A kill leaves no file or a whole one.
  await writeFile(`${file}.new`, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
  return keys
}

/** The addresses of the given keys. Fails with `INVALID_KEY`. */
export async function addressesOf(keys: WalletKeys): Promise<Addresses> {
  const found = await Promise.all(
    families.map(async (family) => {
      const key = keys[`${family}Key`]
      if (!key) return []
      const { wallets } = await createPayer({ [`${family}Key`]: key })
      return wallets.map(({ address }) => [family, address] as const)
    }),
  )
  return Object.fromEntries(found.flat())
}

/** Seed and public key of a new ed25519 key. */
function newKeyPair(): Uint8Array {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  return Uint8Array.from([d, x].flatMap((part) => [...Buffer.from(part, 'base64url')]))
}

/** Where the wallet is kept, and the budget with each payment: in `TURNPIKE_HOME`, or `.turnpike` in the user's folder. */
export function homeOf(env: NodeJS.ProcessEnv): { wallet: string; budget: string } {
  const folder = env.TURNPIKE_HOME?.trim() || join(homedir(), '.turnpike')
  return { wallet: join(folder, 'wallet.json'), budget: join(folder, 'budget.jsonl') }
}

/** The text of a file; null where there is none. */
export async function readIfThere(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}
