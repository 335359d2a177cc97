import { parseGwei } from 'viem'
import { expect, it } from 'vitest'
import { readSignedPayment } from '@/lib/base/chains/read-signed-payment'
import { newPayment } from './testing/new-payments'
import { openFaultyRpc, openOwnChain } from './testing/own-chain'

const { anvil, world, rpc, chain } = await openOwnChain()
const rpcs = [rpc, await openFaultyRpc(anvil.rpcUrl)] as const

/** Far above what the tests let the chain ask for: the default ceiling comes from the few blocks there are. */
const gas = { maxFee: parseGwei('500') }

const quick = { resendAfterMs: 100, replaceAfterMs: 200, takeOverAfterMs: 0 }

it('an instance that takes over from another goes on from the fee that the other one had raised since', async () => {
  const { request } = await newPayment(world)
  const [mine, others] = [
    await world.openInstance({ evmRpcUrls: [rpcs[0].url], gas, limits: quick }),
    await world.openInstance({ evmRpcUrls: [rpcs[1].url], gas, limits: quick }),
  ]
  const hold = () =>
    rpcs.forEach((rpc) => rpc.decide(({ method }) => (method === 'eth_getTransactionReceipt' ? 'status-500' : 'pass')))
  hold()
  await anvil.pauseMining()
  expect(await mine.settle(request, { isWaiting: false })).toMatchObject({ kind: 'unknown' })
  await expect.poll(() => others.reconcileSettlements()).toEqual({ takenUp: 1 })
  await chain.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('50') })
  await chain.mine({ blocks: 1 })

  rpcs[0].decide(({ method }) => (method === 'eth_sendRawTransaction' ? { swallow: `0x${'ab'.repeat(32)}` } : 'pass'))
  const raisedFees = () => world.database.settlementTransaction.count({ where: { olderHashes: { isEmpty: false } } })
  await expect.poll(raisedFees).toBe(1)
  mine.stop()

  await anvil.resumeMining()
  rpcs[1].decide(() => 'pass')
  const { key } = readSignedPayment(request.paymentPayload, request.paymentRequirements).authorization
  await expect.poll(() => world.facilitator.findSettlement(key)).toMatchObject({ state: 'settled' })
  others.stop()
})
