import { expect, it } from 'vitest'
import { SOLANA_DEVNET } from '@/lib/base/x402/networks'
import type { Authorization } from '../authorization'
import { RpcUnreachableError } from '../errors'
import { readLastHeight, type SvmRpc } from './svm-rpc'

function fakeNode() {
  const state = { height: 100n, knows: true, calls: 0 }
  const rpc = {
    isBlockhashValid: () => ({
      send: async () => {
        state.calls += 1
        return { context: { slot: 1n }, value: state.knows }
      },
    }),
    getBlockHeight: () => ({ send: async () => state.height }),
  } as unknown as SvmRpc // Two of its methods.
  const read = (blockhash: string) =>
    readLastHeight(rpc, { network: SOLANA_DEVNET, nonce: `0f:${blockhash}` } as Authorization) // All that is read of it.
  return { state, read }
}

it('reads the height once for all payments with one blockhash', async () => {
  const { state, read } = fakeNode()
  expect(await Promise.all([read('a'), read('a')])).toEqual([250n, 250n])
  state.height = 120n
  expect(await read('a')).toBe(250n)
  expect(await read('b')).toBe(270n)
  expect(state.calls).toBe(2)
})

it('asks again where a node did not know the block', async () => {
  const { state, read } = fakeNode()
  state.knows = false
  await expect(read('a')).rejects.toThrow(RpcUnreachableError)
  state.knows = true
  expect(await read('a')).toBe(250n)
})
