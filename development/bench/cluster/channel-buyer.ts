import { setTimeout as sleep } from 'node:timers/promises'
import { createChannelBuyer } from '@/development/testing/channel-buyer'
import type { SoakWorld } from '../soak/soak-world'

/** A call for $0.0001. */
const PATH = '/api/random'
const PRICE = 100n

/** A buyer's contents out of one channel, and their cost by the ledger. */
export type ChannelCalls = { contents: number; chargedAtomic: bigint; dueAtomic: bigint }

/** Makes call after call out of one channel, each repeated until it is answered. */
export async function runChannelBuyer(
  { devnet, instances, database }: SoakWorld,
  signal: AbortSignal,
): Promise<ChannelCalls> {
  const buyer = await createChannelBuyer({ evmRpcUrl: devnet.evmRpcUrl, faucet: devnet.fund }, 100_000_000n)
  let contents = 0
  for (let isAnswered = true, turn = 0; !signal.aborted || !isAnswered; turn += 1) {
    const origin = instances[turn % instances.length]?.origin
    const answer = await buyer.fetch(`${origin}${PATH}`).catch(() => null)
    await answer?.arrayBuffer()
    isAnswered = answer?.status === 200
    if (isAnswered) contents += 1
    await sleep(isAnswered ? 100 : 500)
  }
  const where = { payer: buyer.address.toLowerCase() }
  const channels = await database.paymentChannel.findMany({ where, select: { chargedAtomic: true } })
  const chargedAtomic = channels.reduce((sum, channel) => sum + BigInt(channel.chargedAtomic.toFixed(0)), 0n)
  return { contents, chargedAtomic, dueAtomic: BigInt(contents) * PRICE }
}
