import type { Base64EncodedWireTransaction } from '@solana/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { serveFetch } from '@/development/testing/serve-fetch'
import { serveNode } from '@/lib/base/http/testing/serve-node'
import { SOLANA_DEVNET } from '@/lib/base/x402/networks'
import { RpcUnreachableError } from '../errors'
import { keepCollectingGarbage } from '../testing/collect-garbage'
import { createSvmRpc, type SvmRpc } from './svm-rpc'

let left = 0
const silent = await serveNode(() => void (left += 1))

function rpcWithin(rpcTimeoutMs: number) {
  return createSvmRpc(SOLANA_DEVNET, { rpcUrls: [silent.origin], confirmations: 1, rpcTimeoutMs })
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

describe('simulations of one turn', () => {
  type Call = { id: string; method: string; params: string[] }
  const answerTo = ({ id, params: [transaction] }: Call) => ({ jsonrpc: '2.0', id, result: `simulated ${transaction}` })
  const seen: number[] = []
  let answerBatch = (calls: Call[]): Response => Response.json(calls.map(answerTo).reverse())
  let origin = ''
  beforeAll(async () => {
    const served = await serveFetch(async (request) => {
      const body = (await request.json()) as Call | Call[] // The client's own.
      seen.push(Array.isArray(body) ? body.length : 1)
      return Array.isArray(body) ? answerBatch(body) : Response.json(answerTo(body))
    })
    origin = served.origin
    return served.stop
  })

  const simulate = async (rpc: SvmRpc, transactions: string[]) => {
    seen.length = 0
    const options = { encoding: 'base64' } as const
    return Promise.all(
      transactions.map((each) => rpc.simulateTransaction(each as Base64EncodedWireTransaction, options).send()),
    )
  }
  const open = () => createSvmRpc(SOLANA_DEVNET, { rpcUrls: [origin], confirmations: 1 })

  it('travel together, and each gets its answer', async () => {
    const rpc = open()
    expect(await simulate(rpc, ['a', 'b', 'c'])).toEqual(['simulated a', 'simulated b', 'simulated c'])
    expect(seen).toEqual([3])
    expect(await simulate(rpc, ['d'])).toEqual(['simulated d'])
    expect(seen).toEqual([1])
    expect(await simulate(rpc, Array(25).fill('e'))).toEqual(Array(25).fill('simulated e'))
    expect(seen.toSorted()).toEqual([20, 5].toSorted())
  })

  it('are asked once of a node that never answers', async () => {
    left = 0
    await expect(simulate(rpcWithin(200), ['a', 'b'])).rejects.toThrow(RpcUnreachableError)
    expect(left).toBe(1)
  })

  it.each([
    ['refuses batches', () => new Response('no batches', { status: 403 })],
    ['answers a batch as one call', () => Response.json({ jsonrpc: '2.0', id: null, error: { code: -32600 } })],
    ['leaves an answer out', (calls: Call[]) => Response.json(calls.slice(1).map(answerTo))],
  ])('travel one by one from then on where a node %s', async (_, answer) => {
    answerBatch = answer
    const rpc = open()
    expect(await simulate(rpc, ['a', 'b'])).toEqual(['simulated a', 'simulated b'])
    expect(seen).toEqual([2, 1, 1])
    expect(await simulate(rpc, ['c', 'd'])).toEqual(['simulated c', 'simulated d'])
    expect(seen).toEqual([1, 1])
  })
})
