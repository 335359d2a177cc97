import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SOLANA_DEVNET } from '@/lib/base/x402/networks'
import { RpcUnreachableError } from '../errors'
import { keepCollectingGarbage } from '../testing/collect-garbage'
import { createSvmRpc } from './svm-rpc'

const silent = createServer(() => {})
beforeAll(() => new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  silent.closeAllConnections()
  silent.close()
})

function rpcWithin(rpcTimeoutMs: number) {
  const { port } = silent.address() as AddressInfo
  return createSvmRpc(SOLANA_DEVNET, { rpcUrls: [`http://127.0.0.1:${port}`], confirmations: 1, rpcTimeoutMs })
}

it('gives up on a node that never answers, also when the caller brings a signal', async () => {
  const rpc = rpcWithin(200)
  const stop = keepCollectingGarbage()
  const calls = [rpc.getSlot().send(), rpc.getSlot().send({ abortSignal: new AbortController().signal })]
  const ends = await Promise.allSettled(calls).finally(stop)
  expect(ends.map((end) => end.status === 'rejected' && end.reason)).toEqual([
    expect.any(RpcUnreachableError),
    expect.any(RpcUnreachableError),
  ])
})
