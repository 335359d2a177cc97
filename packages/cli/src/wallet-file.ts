import { createPrivateKey, createPublicKey, randomBytes, scrypt } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { getBase58Decoder, getBase58Encoder } from '@solana/kit'
import { Keystore } from 'ox'
import { bytesToHex, type Hex, hexToBytes } from 'viem'
import { z } from 'zod'
import { createPayer, type PayerOptions } from '@/lib/client/create-payer'
import { CliError, usageError } from './cli-error'

/** The keys of a wallet, as the payer takes them. */
export type WalletKeys = Required<{ [Key in 'evmKey' | 'svmKey' | 'avmKey']: string }>

export type Addresses = { evm: string; svm: string; avm: string }

const hex = z.string().regex(/^([0-9a-f]{2})+$/)
const scryptSchema = z.object({
  dklen: z.literal(32),
  n: z
    .number()
    .int()
    .max(2 ** 20),
  p: z.number().int().max(16),
  r: z.number().int().max(16),
  salt: hex,
})
const keystoreSchema = z.object({
  crypto: z.object({
    cipher: z.literal('aes-128-ctr'),
    cipherparams: z.object({ iv: hex }),
    ciphertext: hex,
    kdf: z.literal('scrypt'),
    kdfparams: scryptSchema,
    mac: hex,
  }),
  id: z.string(),
  version: z.literal(3),
})
const fileSchema = z.object({
  version: z.literal(1),
  /** Whether a password is needed to open it. */
  isLocked: z.boolean(),
  addresses: z.object({ evm: z.string(), svm: z.string(), avm: z.string() }),
  keys: z.object({ evm: keystoreSchema, svm: keystoreSchema, avm: keystoreSchema }),
})

export type WalletFile = z.infer<typeof fileSchema>

/** The wallet that is kept there; null for none. */
export async function readWalletFile(file: string): Promise<WalletFile | null> {
  const text = await readIfThere(file)
  if (text === null) return null
  try {
    return fileSchema.parse(JSON.parse(text))
  } catch {
    throw new CliError(`${file} is no wallet that this version can read. Move it away to make a new one.`, 1)
  }
}

/**
 * Writes keys into a file: each a Web3 Secret Storage keystore (version 3, scrypt), of the EVM key and of the ed25519 seeds
 * of the others. An empty password leaves the file to the machine's own protection. Fails where there is a wallet.
 */
export async function createWalletFile(file: string, keys: WalletKeys, password: string): Promise<Addresses> {
  if ((await readIfThere(file)) !== null) {
    throw new CliError(`There is a wallet in ${file}. It is not overwritten: move it away first.`, 1)
  }
  // A second of work for each guess at a password; where there is none, there is nothing to guess.
  const n = password === '' ? 2 ** 12 : 2 ** 18
  const kdfparams = { dklen: 32, n, r: 8, p: 1, salt: randomBytes(32).toString('hex') } as const
  const key = await deriveKey(password, kdfparams)
  const seal = (secret: Hex) =>
    Keystore.encrypt(secret, key, { kdf: 'scrypt', kdfparams, iv: new Uint8Array(randomBytes(16)) })
  const content: WalletFile = fileSchema.parse({
    version: 1,
    isLocked: password !== '',
    addresses: await addressesOf(keys),
    keys: {
      evm: seal(keys.evmKey as Hex), // Read as an EVM key by `addressesOf`.
      svm: seal(bytesToHex(new Uint8Array(getBase58Encoder().encode(keys.svmKey)).slice(0, SEED_BYTES))),
      avm: seal(bytesToHex(new Uint8Array(Buffer.from(keys.avmKey, 'base64')).slice(0, SEED_BYTES))),
    },
  })
  await writeOwn(file, `${JSON.stringify(content, null, 2)}\n`)
  return content.addresses
}

/** Opens the keys of a wallet. Fails with a plain sentence for a wrong password. */
export async function openWalletFile({ keys }: WalletFile, password: string): Promise<WalletKeys> {
  const key = await deriveKey(password, keys.evm.crypto.kdfparams)
  try {
    const open = (name: keyof Addresses) => Keystore.decrypt(keys[name], key)
    return { evmKey: open('evm'), svmKey: svmKeyOf(hexToBytes(open('svm'))), avmKey: avmKeyOf(hexToBytes(open('avm'))) }
  } catch {
    throw new CliError('The password does not open the wallet.', 1)
  }
}

const scryptOf = promisify<string, Buffer, number, object, Buffer>(scrypt)

/** Node.js's own scrypt, which is many times faster than one in JavaScript. All keys of a file share it. */
async function deriveKey(password: string, { n: N, r, p, dklen, salt }: z.infer<typeof scryptSchema>): Promise<Hex> {
  const maxmem = 2 ** 30
  return bytesToHex(new Uint8Array(await scryptOf(password, Buffer.from(salt, 'hex'), dklen, { N, r, p, maxmem })))
}

/** New keys, one for each family of chains. */
export function newWalletKeys(): WalletKeys {
  const seed = () => new Uint8Array(randomBytes(SEED_BYTES))
  return { evmKey: bytesToHex(seed()), svmKey: svmKeyOf(seed()), avmKey: avmKeyOf(seed()) }
}

/** Keys that someone has, with new ones for families that were not given. Fails with `INVALID_KEY`. */
export async function withGivenKeys(given: Partial<WalletKeys>): Promise<WalletKeys> {
  if (Object.keys(given).length === 0) {
    throw usageError('Set EVM_PRIVATE_KEY, SVM_PRIVATE_KEY or AVM_PRIVATE_KEY to the key that is to be kept.')
  }
  await createPayer(given satisfies Pick<PayerOptions, keyof WalletKeys>)
  return { ...newWalletKeys(), ...given }
}

/** The addresses of the given keys. Fails with `INVALID_KEY`. */
export async function addressesOf(keys: Partial<WalletKeys>): Promise<Partial<Addresses>> {
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

const families = ['evm', 'svm', 'avm'] as const

const SEED_BYTES = 32

const svmKeyOf = (seed: Uint8Array): string => getBase58Decoder().decode(withPublicKey(seed))
const avmKeyOf = (seed: Uint8Array): string => Buffer.from(withPublicKey(seed)).toString('base64')

/** The head of an ed25519 key in PKCS #8, which its seed follows. Source: RFC 8410. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

function withPublicKey(seed: Uint8Array): Uint8Array {
  const secret = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' })
  const { x = '' } = createPublicKey(secret).export({ format: 'jwk' })
  return new Uint8Array([...seed, ...Buffer.from(x, 'base64url')])
}

/** Files on this machine: the keys, and the budget with each payment. */
export type Home = { wallet: string; budget: string }

/** Where it is kept: `TURNPIKE_HOME`, or `.turnpike` in the user's folder. */
export function homeOf(env: NodeJS.ProcessEnv): Home {
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

/** Writes a file that only its owner may read. A kill leaves the old one or the new one. */
async function writeOwn(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(`${file}.new`, text, { mode: 0o600 })
  await rename(`${file}.new`, file)
}
