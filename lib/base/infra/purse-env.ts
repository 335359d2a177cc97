import { z } from 'zod'
import { namedNumbers } from './variable-shapes'

/** Millionths of a dollar: for one call, and in 24 hours for one host, for all new hosts, and in all. */
const purseDefaults = { call: 20_000, host: 100_000, newHosts: 500_000, day: 2_000_000 }

const purseLimits = namedNumbers(purseDefaults)
  .refine(
    ({ call, host, newHosts, day }) => call <= host && host <= day && newHosts <= day,
    'must have a call of at most host, and a host and newHosts of at most day',
  )
  .transform(({ call, host, newHosts, day }) => ({
    ...{ call: BigInt(call), host: BigInt(host), newHosts: BigInt(newHosts), day: BigInt(day) },
  }))

/** Only keys themselves: a purse holds little, and signs often. */
const key = (form: RegExp, what: string) => z.string().regex(form, `must be ${what}`).optional()

export const purseVariables = {
  BAZAAR_PURSE_EVM_KEY: key(/^0x[0-9a-fA-F]{64}$/, 'a private key as 0x and 64 hex digits'),
  BAZAAR_PURSE_SVM_KEY: key(/^[1-9A-HJ-NP-Za-km-z]{86,88}$/, 'a 64-byte secret key in base58'),
  BAZAAR_PURSE_AVM_KEY: key(/^[A-Za-z0-9+/]{86}==$/, 'a 64-byte key (seed, then public key) in base64'),
  BAZAAR_PURSE_LIMITS: purseLimits.default(''),
}

/** The keys that buy what the catalog lists, secret, and what they may spend. Without a key nothing is bought. */
export type PurseSettings = {
  keys: Partial<Record<'evm' | 'svm' | 'avm', string | undefined>>
  limits: z.infer<typeof purseLimits>
}

export const purseSettings = (env: z.infer<z.ZodObject<typeof purseVariables>>): PurseSettings => ({
  keys: { evm: env.BAZAAR_PURSE_EVM_KEY, svm: env.BAZAAR_PURSE_SVM_KEY, avm: env.BAZAAR_PURSE_AVM_KEY },
  limits: env.BAZAAR_PURSE_LIMITS,
})
