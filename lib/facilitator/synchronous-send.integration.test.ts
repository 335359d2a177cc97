import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { usdcBalance } from '@/development/devnet/testing/evm-parties'
import { openFacilitatorWorld } from '@/development/testing/facilitator-world'
import { type RpcFault, startFaultyRpc } from '@/development/testing/faulty-rpc'
import { testWorld } from '@/development/testing/test-world'
import { signEvmPayment } from '@/lib/base/chains/testing/signed-payments'

const METHOD = 'eth_sendRawTransactionSync'
/** Read every two seconds for all payments together. */
const OF_THE_MARKET = ['eth_getBlockByNumber', 'eth_maxPriorityFeePerGas', 'eth_feeHistory']

afterEach(() => rpc.decide(() => 'pass'))
afterAll(async () => {
  await world.close()
  await rpc.stop()
})

const sentSynchronously = () => rpc.calls.some(({ method, params }) => method === METHOD && params.length > 0)

async function settleOne() {
  const payer = await world.newEvmPayer()
  const payTo = world.newEvmSeller()
  const paymentRequirements = world.requirements({ price: '$0.001', payTo })
  const request = { paymentPayload: await signEvmPayment(payer, paymentRequirements), paymentRequirements }
  expect(await facilitator.verify(request)).toMatchObject({ isValid: true })
  const outcome = await facilitator.settle(request)
  return { outcome, paid: await usdcBalance(testWorld().evmRpcUrl, payTo) }
}

const world = await openFacilitatorWorld()
const rpc = await startFaultyRpc(testWorld().evmRpcUrl, { isSynchronous: true })
// Waits for its answer, however busy this machine is.
const facilitator = await world.openInstance({ evmRpcUrls: [rpc.url], limits: { gatheringMs: 20_000 } })
// During the first settlement the node tells that it supports the call.
while (!sentSynchronously()) await settleOne()

describe('a node that sends and waits in one call', () => {
  it('is asked six things for a lone payment, in four requests: the head and the receipt share one', async () => {
    rpc.calls.length = 0
    expect(await settleOne()).toMatchObject({ outcome: { kind: 'settled' }, paid: 1_000n })
    const methods = rpc.calls.map(({ method }) => method)
    const asked = ['eth_call', 'eth_getBalance', 'eth_getCode', METHOD, 'eth_getTransactionReceipt']
    expect(methods.filter((method) => !OF_THE_MARKET.includes(method))).toEqual(asked)
    expect(methods.slice(-2)).toEqual(['eth_getBlockByNumber', 'eth_getTransactionReceipt'])
  })

  it.each<[string, RpcFault]>([
    ['waits no longer', { error: { code: 4, message: 'The transaction was added to the mempool but was not mined.' } }],
    ['breaks down', 'status-500'],
    ['loses its answer', 'drop-answer'],
    ['shows a receipt without the transfer', { change: (receipt) => ({ ...(receipt as object), logs: [] }) }],
    [
      'shows another receipt',
      { change: (receipt) => ({ ...(receipt as object), transactionHash: `0x${'ab'.repeat(32)}` }) },
    ],
  ])('and %s is asked for the receipt, and moves the money once', async (_, fault) => {
    rpc.decide(({ method }) => (method === METHOD ? fault : 'pass'))
    rpc.calls.length = 0
    expect(await settleOne()).toMatchObject({ outcome: { kind: 'settled' }, paid: 1_000n })
    expect(rpc.calls.map(({ method }) => method)).toContain('eth_getTransactionReceipt')
  })
})
