import { z } from 'zod'
import { DomainError } from '@/lib/base/infra/domain-error'
import { ruled, say } from '@/lib/base/sentences/say'
import { atomic, nextCursor } from '@/lib/base/x402/views'
import { operation } from '@/lib/shop/api/operation'
import { type Actor, getOwnSeller } from '@/lib/shop/sellers/actor'
import { toJsonObject } from '@/lib/shop/sellers/audit/changes'
import { inOwnShop, type LockedShop } from '@/lib/shop/sellers/audit/own-shop'
import { parseInput } from '@/lib/shop/sellers/input-refused-error'
import type { SellersContext } from '@/lib/shop/sellers/ports'
import { pageLimit, pageOf } from '@/lib/shop/sellers/views'
import { type AskedClaim, askClaims, USUAL_CLAIM_LIMITS } from '../ledger/claims'
import { channelShape, channelSumShape, listShopChannels, sumShopChannels } from '../ledger/list-channels'

const channelPageInput = z
  .object({
    cursor: z
      .string()
      .regex(/^0x[0-9a-f]{64}$/, ruled('cursorInvalid'))
      .optional(),
    limit: z.number().int().min(1).max(200).default(50),
  })
  .strict()

const channelPageShape = z.object({ channels: z.array(channelShape), nextCursor })
type ChannelPage = z.infer<typeof channelPageShape>

/** The channels that paid for calls of the actor's shop, newest first. */
export async function listChannels(context: SellersContext, actor: Actor, input: unknown): Promise<ChannelPage> {
  const { cursor = null, limit } = parseInput(channelPageInput, input)
  const { handle } = await getOwnSeller(context.database, actor)
  const rows = await listShopChannels(context.database, { handle, after: cursor, limit: limit + 1 })
  const { shown, nextCursor } = pageOf(rows, limit, ({ channelId }) => channelId)
  return { channels: shown, nextCursor }
}

const channelSumsShape = z.object({
  sums: z.array(channelSumShape),
  limits: z
    .object({ afterSeconds: z.number(), aboveAtomic: atomic })
    .describe('A channel is claimed so long after its first unclaimed call, or above so much.'),
})
export type ShopChannelSums = z.infer<typeof channelSumsShape>

/** Sums the channels of the actor's shop, and says when they are claimed automatically. */
export async function sumChannels({ database, claimLimits }: SellersContext, actor: Actor): Promise<ShopChannelSums> {
  const { handle } = await getOwnSeller(database, actor)
  return { sums: await sumShopChannels(database, handle), limits: { ...USUAL_CLAIM_LIMITS, ...claimLimits } }
}

const askedClaims = z.array(channelSumShape.omit({ leftAtomic: true, isClaimAsked: true }))
const askedClaimsShape = z.object({ claims: askedClaims.describe('Empty when nothing is owed.') })
type AskedClaims = z.infer<typeof askedClaims>

/**
 * Claims at once everything that the actor's channels owe, by the usual job and queue; empty when they owe nothing. The
 * money goes to each channel's payTo. Fails with `CLAIM_TOO_SOON` within five minutes.
 */
export async function claimNow(context: SellersContext, actor: Actor): Promise<AskedClaims> {
  const claim = async ({ transaction, handle, record }: LockedShop) => {
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
      await record('claim.asked', handle, { after })
    }
    return claims
  }
  return inOwnShop(context, actor, claim, { isAboutMoney: true })
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

export const channelOperations = {
  listChannels: operation('GET /channels', 'payments:read', {
    summary: 'Lists the payment channels that paid for calls of the shop, newest first.',
    query: channelPageInput.extend({ limit: pageLimit }),
    answer: channelPageShape,
    run: ({ context, actor, query }) => listChannels(context, actor, query),
  }),
  sumChannels: operation('GET /channels/sums', 'payments:read', {
    summary: 'What all channels come to by network and asset, and when they are claimed by themselves.',
    answer: channelSumsShape,
    run: ({ context, actor }) => sumChannels(context, actor),
  }),
  claimNow: operation('POST /channels/claim', 'claims:write', {
    summary:
      'Has what the channels owe claimed and paid out at once, usually within seconds; the list shows when it is done. At most once in five minutes.',
    answer: askedClaimsShape,
    run: async ({ context, actor }) => ({ claims: await claimNow(context, actor) }),
  }),
}
