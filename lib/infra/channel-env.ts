import { namedNumbers } from './variable-shapes'

/** Seconds, cents of a dollar for each channel, and seconds. */
const channelDefaults = { claimAfterSeconds: 3_600, claimAboveCents: 500, withdrawDelaySeconds: 86_400 }

/** When channels are claimed, and how long a payer waits. A cent is ten thousand units of every token that is sold for. */
export const channelTerms = namedNumbers(channelDefaults).transform((limits) => ({
  withdrawDelaySeconds: limits.withdrawDelaySeconds,
  claim: { afterSeconds: limits.claimAfterSeconds, aboveAtomic: BigInt(limits.claimAboveCents) * 10_000n },
}))
