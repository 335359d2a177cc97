import type { PublicClient } from 'viem'
import type { Authorization, AuthorizationTruth } from '../authorization'
import { readEvm } from './evm-client'
import type { EvmSearch } from './evm-search'

/** A part of the chain to search backwards: from `newestBlock`, to where blocks are older than `notBefore`. */
export type SearchRange = { newestBlock: bigint; notBefore: Date | null }

/** A node may show that a nonce is used before it shows the transaction; after this many blocks its silence counts. */
const SETTLED_STATE_BLOCKS = 30n

/**
 * Finds how a used authorization was used. It can only have landed while it was valid, however long ago; its owner can
 * have cancelled it later too. If it has been used for a while and nothing is found, it is `undecidable`.
 * `isUsed` asks for the state at that block. Throws `RpcUnreachableError`.
 */
export async function searchUse(
  { client, network, position }: EvmSearch,
  { validAfter, validBefore }: Authorization,
  {
    search,
    isUsed,
  }: {
    search(range: SearchRange): Promise<AuthorizationTruth | null>
    isUsed(blockNumber: bigint): Promise<boolean>
  },
): Promise<AuthorizationTruth> {
  const { headNumber, finalTime } = position
  const head = { newestBlock: headNumber, notBefore: validAfter }
  const truth =
    validBefore === null || finalTime <= validBefore
      ? await search(head)
      : ((await search({ ...head, newestBlock: await newestBlockUntil(client, network, headNumber, validBefore) })) ??
        (await search({ ...head, notBefore: validBefore })))
  if (truth !== null) return truth
  const earlier = headNumber - SETTLED_STATE_BLOCKS
  return earlier >= 0n && (await isUsed(earlier)) ? undecidable : notFoundYet
}

const undecidable: AuthorizationTruth = {
  state: 'undecidable',
  reason: 'The authorization is used, but not by any transaction within the searched blocks.',
}

const notFoundYet: AuthorizationTruth = {
  state: 'unreadable',
  reason: 'The authorization is used, but its transaction is not to be found yet.',
}

const FIRST_STEP = 1_000n

/** The newest block at or before that time, searched from the head in growing steps; block 0 at the least. */
async function newestBlockUntil(client: PublicClient, network: string, head: bigint, time: Date): Promise<bigint> {
  const isYounger = async (blockNumber: bigint) =>
    Number((await readEvm(network, () => client.getBlock({ blockNumber }))).timestamp) * 1_000 > time.getTime()
  let [old, young] = [0n, head + 1n]
  for (let step = FIRST_STEP; young > old; step *= 2n) {
    const block = head - step
    if (block <= old) break
    if (!(await isYounger(block))) {
      old = block
      break
    }
    young = block
  }
  while (young - old > 1n) {
    const middle = (old + young) / 2n
    if (await isYounger(middle)) young = middle
    else old = middle
  }
  return old
}
