import { z } from 'zod'
import { ruled } from '@/lib/base/sentences/say'
import { nextCursor } from '@/lib/base/x402/answer-parts'
import { channelShape } from '@/lib/base/x402/channel-view'
import { listShopChannels } from '@/lib/payments/channels/list-shop-channels'
import { type Actor, getOwnSeller } from '../actor'
import { parseInput } from '../input-refused-error'
import type { SellersContext } from '../ports'

export const channelPageInput = z
  .object({
    /** The id of the last channel of the previous page. */
    cursor: z
      .string()
      .regex(/^0x[0-9a-f]{64}$/, ruled('cursorInvalid'))
      .optional(),
    limit: z.number().int().min(1).max(200).default(50),
  })
  .strict()

export const channelPageShape = z.object({ channels: z.array(channelShape), nextCursor })
type ChannelPage = z.infer<typeof channelPageShape>

/** The channels that paid for calls of the actor's shop, newest first. */
export async function listChannels(context: SellersContext, actor: Actor, input: unknown): Promise<ChannelPage> {
  const { cursor = null, limit } = parseInput(channelPageInput, input)
  const { handle } = await getOwnSeller(context.database, actor)
  const rows = await listShopChannels(context.database, { handle, after: cursor, limit: limit + 1 })
  const channels = rows.slice(0, limit)
  return { channels, nextCursor: rows.length > limit ? (channels.at(-1)?.channelId ?? null) : null }
}
