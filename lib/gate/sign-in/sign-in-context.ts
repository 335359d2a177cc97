import type { KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Chains } from '@/lib/base/chains/chains'
import type { Clock } from '@/lib/base/infra/clock'
import type { Database } from '@/lib/base/infra/database'
import { createRecordKey } from './purchase-record'
import { createNonceKey, createNonceSpender, type UsableNonce } from './sign-in-nonce'

export type SignInContext = {
  database: Database
  clock: Clock
  nonceKey: KeyObject
  /** Keys of replaced secrets: their challenges are still valid, but no new ones are made. */
  previousNonceKeys: KeyObject[]
  /** Keys of purchase records, the present secret's first. */
  recordKeys: KeyObject[]
  verifyMessageSignature: Chains['verifyMessageSignature']
  /** False refuses EIP-1271 and EIP-6492 wallets without asking a chain. */
  isContractWalletVerified: boolean
  /** Uses a nonce up; true for exactly one caller, ever. */
  spend: (nonce: UsableNonce) => Promise<boolean>
  /** Signature checks per nonce; `SPENT` once used. Bounded, and only ever refuses what the database would. */
  attempts: LRUCache<string, number>
}

/** Marks a nonce in `attempts` as used up. */
export const SPENT = Number.POSITIVE_INFINITY

const REMEMBERED_NONCES = 10_000

/** Builds the shared state of issuing and verifying. Build it once per process. */
export function createSignInContext(
  options: Pick<SignInContext, 'database' | 'clock' | 'verifyMessageSignature' | 'isContractWalletVerified'> & {
    /** Shared by all instances; see `createNonceKey`. */
    secret: string
    previousSecrets?: readonly string[]
  },
): SignInContext {
  const { secret, previousSecrets = [], ...rest } = options
  const attempts = new LRUCache<string, number>({ max: REMEMBERED_NONCES })
  const keys = {
    nonceKey: createNonceKey(secret),
    previousNonceKeys: previousSecrets.map(createNonceKey),
    recordKeys: [secret, ...previousSecrets].map(createRecordKey),
  }
  return { ...rest, ...keys, attempts, spend: createNonceSpender(rest.database) }
}
