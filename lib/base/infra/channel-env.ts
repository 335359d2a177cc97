import { namedNumbers } from './variable-shapes'

/** Seconds, cents of a dollar for each channel, and seconds. */
const channelDefaults = { claimAfterSeconds: 3_600, claimAboveCents: 500, withdrawDelaySeconds: 86_400 }

/** Claims become due at least this often within a leaving payer's delay. */
const DELAYS_OF_CLAIMS = 4

/** When channels are claimed, and how long payers wait. A cent is ten thousand units of every token sold for. */
export const channelTerms = namedNumbers(channelDefaults)
  .refine(
    ({ claimAfterSeconds, withdrawDelaySeconds }) => withdrawDelaySeconds >= DELAYS_OF_CLAIMS * claimAfterSeconds,
    `must have a withdrawDelaySeconds of at least ${DELAYS_OF_CLAIMS} times claimAfterSeconds, so that what is charged is claimed before a payer can take it back`,
  )
  .transform((limits) => ({
    withdrawDelaySeconds: limits.withdrawDelaySeconds,
    claim: { afterSeconds: limits.claimAfterSeconds, aboveAtomic: BigInt(limits.claimAboveCents) * 10_000n },
  }))
