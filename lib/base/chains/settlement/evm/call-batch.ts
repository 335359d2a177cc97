import { hexToBigInt, multicall3Abi } from 'viem'
import { RpcUnreachableError } from '@/lib/base/chains/errors'
import { type EvmCall, MULTICALL3_ADDRESS } from '@/lib/base/chains/evm/evm-call'
import type { EvmRpc } from './evm-rpc'

/** Calls that are answered together, in one eth_call and so at one height. The same call asked twice is made once. */
export type CallBatch = {
  ask(call: EvmCall): number
  /**
   * Makes the calls in the order in which they were asked, with that much gas, else with what the node gives.
   * Throws `RpcUnreachableError` when it gets no answer at all.
   */
  run(gas?: { perCall: bigint } | { inAll: bigint }): Promise<CallAnswers>
}

export type CallAnswers = {
  hasSucceeded(place: number): boolean
  /** 32 bytes of the answer as a number, the first ones by default; null for a call that failed. */
  numberAt(place: number, word?: number): bigint | null
}

export function createCallBatch(rpc: EvmRpc, network: string): CallBatch {
  const calls: EvmCall[] = []
  const places = new Map<string, number>()
  return {
    ask(call) {
      const identity = `${call.to}${call.data}`
      const place = places.get(identity) ?? calls.push(call) - 1
      places.set(identity, place)
      return place
    },
    async run(limit) {
      const args = [calls.map(({ to, data }) => ({ target: to, callData: data, allowFailure: true }))] as const
      const gas = limit && ('inAll' in limit ? limit.inAll : limit.perCall * BigInt(calls.length + 1))
      const request = {
        address: MULTICALL3_ADDRESS,
        abi: multicall3Abi,
        functionName: 'aggregate3',
        args,
        gas,
      } as const
      // viem passes `gas` on to the node.
      const answers = await rpc.client.readContract(request).catch((error: unknown) => {
        throw new RpcUnreachableError(network, { cause: error })
      })
      return {
        hasSucceeded: (place) => answers[place]?.success === true,
        numberAt: (place, word = 0) => {
          const answer = answers[place]
          const start = 2 + 64 * word
          return answer?.success && answer.returnData.length >= start + 64
            ? hexToBigInt(`0x${answer.returnData.slice(start, start + 64)}`)
            : null
        },
      }
    },
  }
}
