import type { PublicClient } from 'viem'
import type { Authorization, AuthorizationTruth } from '../authorization'
import { readEvm } from './evm-client'

/** The chain's newest block, and the time of its newest final block. */
export type ChainPosition = { headNumber: bigint; finalTime: Date; confirmations: number }

export async function readChainPosition(
  client: PublicClient,
  network: string,
  confirmations: number,
): Promise<ChainPosition> {
  const head = await readEvm(network, () => client.getBlock())
  const finalNumber = head.number - BigInt(confirmations) + 1n
  const final =
    confirmations === 1
      ? head
      : await readEvm(network, () => client.getBlock({ blockNumber: finalNumber > 0n ? finalNumber : 0n }))
  return { headNumber: head.number, finalTime: new Date(Number(final.timestamp) * 1_000), confirmations }
}

/** For an authorization that is not used at the head: `expired` once a final block is past its end. */
export function unusedTruth({ validBefore }: Authorization, { finalTime }: ChainPosition): AuthorizationTruth {
  return { state: validBefore !== null && finalTime >= validBefore ? 'expired' : 'unused' }
}

/** True if enough blocks stand on the one with that number, itself included. */
export function isFinal(blockNumber: bigint, { headNumber, confirmations }: ChainPosition): boolean {
  return headNumber - blockNumber + 1n >= BigInt(confirmations)
}

export const awaitingConfirmations: AuthorizationTruth = {
  state: 'unreadable',
  reason: 'The transfer is on the chain and waits for confirmations.',
}

export const lateNode: AuthorizationTruth = {
  state: 'unreadable',
  reason: 'The node has not seen a block that is known to be there.',
}
