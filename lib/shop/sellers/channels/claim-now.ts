import { z } from 'zod'
import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import { channelSumShape } from '@/lib/base/x402/channel-view'
import { type AskedClaim, askClaims } from '@/lib/payments/channels/ask-claims'
import { type Actor, getOwnSeller, lockOwnShop } from '../actor'
import { recordChange, toJsonObject } from '../audit/record-change'
import type { SellersContext } from '../ports'

/** Channels that were asked to be claimed, by network and asset. */
const askedClaims = z.array(channelSumShape.omit({ leftAtomic: true, isClaimAsked: true }))
export const askedClaimsShape = z.object({ claims: askedClaims.describe('Empty when nothing is owed.') })
type AskedClaims = z.infer<typeof askedClaims>

/**
 * Claims at once everything that the actor's channels owe, by the usual job and queue; empty when they owe nothing. The
 * money goes to each channel's payTo. Fails with `CLAIM_TOO_SOON` within five minutes.
 */
export async function claimNow(context: SellersContext, actor: Actor): Promise<AskedClaims> {
  const { database, clock } = context
  const { id: sellerId, handle } = await getOwnSeller(database, actor)
  return database.$transaction(async (transaction) => {
    await lockOwnShop(transaction, actor, { isAboutMoney: true })
    const asked = await askClaims(transaction, handle)
    if (!asked) throw new DomainError('CLAIM_TOO_SOON', say('claimTooSoon'))
    const claims = addUp(asked)
    if (claims.length > 0) {
      const after = toJsonObject({
        claims: claims.map((claim) => ({
          ...claim,
          unclaimedAtomic: `${claim.unclaimedAtomic}`,
        })),
      })
      await recordChange(transaction, actor, { at: clock(), sellerId, act: 'claim.asked', subject: handle, after })
    }
    return claims
  })
}

function addUp(asked: AskedClaim[]): AskedClaims {
  const sums = new Map<string, AskedClaims[number]>()
  for (const { network, asset, unclaimedAtomic } of asked) {
    const key = `${network} ${asset}`
    const sum = sums.get(key) ?? { network, asset, channels: 0, unclaimedAtomic: 0n }
    sums.set(key, { ...sum, channels: sum.channels + 1, unclaimedAtomic: sum.unclaimedAtomic + unclaimedAtomic })
  }
  return [...sums.values()]
}
