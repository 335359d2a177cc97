import { LRUCache } from 'lru-cache'
import type { Chains } from '@/lib/base/chains/chains'
import type { Clock } from '@/lib/base/infra/clock'
import type { Database } from '@/lib/base/infra/database'
import { createRecordKey } from './purchase-record'
import { createNonceKey, createNonceSpender } from './sign-in-nonce'

export type SignInContext = ReturnType<typeof createSignInContext>

/** Marks a nonce in `attempts` as used up. */
export const SPENT = Number.POSITIVE_INFINITY

const REMEMBERED_NONCES = 10_000

/** Builds the shared state of issuing and verifying. Build it once per process. */
export function createSignInContext(options: {
  database: Database
  clock: Clock
  verifyMessageSignature: Chains['verifyMessageSignature']
  /** False refuses EIP-1271 and EIP-6492 wallets without asking a chain. */
  isContractWalletVerified: boolean
  /** Shared by all instances; see `createNonceKey`. */
  secret: string
  previousSecrets?: readonly string[]
}) {
  const { secret, previousSecrets = [], ...others } = options
  return {
    ...others,
    nonceKey: createNonceKey(secret),
    /** Keys of replaced secrets: their challenges are still valid, but no new ones are made. */
    previousNonceKeys: previousSecrets.map(createNonceKey),
    /** Keys of purchase records, the present secret's first. */
    recordKeys: [secret, ...previousSecrets].map(createRecordKey),
    /** Uses a nonce up; true for exactly one caller, ever. */
    spend: createNonceSpender(options.database),
    /** Signature checks per nonce; `SPENT` once used. Bounded, and only ever refuses what the database would. */
    attempts: new LRUCache<string, number>({ max: REMEMBERED_NONCES }),
  }
}
