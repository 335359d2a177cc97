import { type Address, encodeFunctionData, type Hex, multicall3Abi } from 'viem'

/** A contract call, encoded, before it has a sender, a nonce or a fee. It carries no money. */
export type EvmCall = { to: Address; data: Hex; gas?: bigint }

export type SettlementCall = {
  call: EvmCall
  /** The only wallet of ours that may send it (`upto`); null when any may. */
  sender: Hex | null
  /** Deploys the payer's wallet (EIP-6492): must succeed first when the wallet has no code yet. */
  deployment: EvmCall | null
}

export const MULTICALL3_ADDRESS: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'

/**
 * Joins several calls into one. Each may fail without the others, so read its outcome from its own events; a call with
 * `mustSucceed` makes the whole fail.
 */
export function batchCalls(calls: readonly (EvmCall & { mustSucceed?: boolean })[]): EvmCall {
  const targets = calls.map(({ to, data, mustSucceed = false }) => ({
    target: to,
    allowFailure: !mustSucceed,
    callData: data,
  }))
  return {
    to: MULTICALL3_ADDRESS,
    data: encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [targets] }),
  }
}
