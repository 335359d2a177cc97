import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, describe, expect, it } from 'vitest'
import { startAnvil } from '@/development/devnet/evm/start-anvil'
import { usdcBalance } from '@/development/devnet/testing/evm-parties'
import { EVM_NETWORK, openFacilitatorWorld } from '@/development/testing/facilitator-world'
import { type RpcCall } from '@/development/testing/faulty-rpc'
import { testWorld } from '@/development/testing/test-world'
import { fundDevnetWallet } from '@/lib/base/chains/devnet-faucet'
import { newPayments } from './testing/new-payments'
import { openFaultyRpc } from './testing/own-chain'

const folder = mkdtempSync(join(tmpdir(), 'turnpike-behind-'))
const reset = await startAnvil({ dataDir: folder, port: 0, isDurable: false })
const world = await openFacilitatorWorld()
const rpc = await openFaultyRpc(testWorld().evmRpcUrl)
afterAll(async () => {
  await world.close()
  await reset.stop()
  rmSync(folder, { recursive: true, force: true })
})

const isNonceRead = ({ method, params }: RpcCall) => method === 'eth_getTransactionCount' && params[1] === 'pending'

describe('a chain that is not behind', () => {
  it('may have a node that is some blocks late', async () => {
    const { sign } = await newPayments(world, 0)
    expect(await world.facilitator.settle(await sign())).toMatchObject({ kind: 'settled' })
    let late = 3
    rpc.decide((call) => (isNonceRead(call) && late-- > 0 ? { swallow: '0x0' } : 'pass'))
    const facilitator = await world.openInstance({ evmRpcUrls: [rpc.url] })
    expect(await facilitator.settle(await sign())).toMatchObject({ kind: 'settled' })
    expect(late).toBeLessThan(0)
  })

  it.each([
    ['is far behind', '0x0'],
    ['tells of transactions that are not there', '0xffff'],
  ])('may have one node of three that %s', async (_, told) => {
    const { sign } = await newPayments(world, 0)
    expect(await world.facilitator.settle(await sign())).toMatchObject({ kind: 'settled' })
    let asked = 0
    rpc.decide((call) => (isNonceRead(call) ? (asked++, { swallow: told }) : 'pass'))
    const { evmRpcUrl } = testWorld()
    const facilitator = await world.openInstance({ evmRpcUrls: [rpc.url, evmRpcUrl, evmRpcUrl] })
    expect(await facilitator.settle(await sign())).toMatchObject({ kind: 'settled' })
    expect(asked).toBeGreaterThan(0)
  })
})

it('reports a chain that was reset behind the ledger, and sends nothing to it', async () => {
  const { payer, payTo, sign } = await newPayments(world, 0)
  expect(await world.facilitator.settle(await sign())).toMatchObject({ kind: 'settled' })

  const purses = [payer.address, ...world.gasKeys.map((key) => privateKeyToAddress(key))]
  for (const address of purses)
    await fundDevnetWallet({ [EVM_NETWORK]: reset.rpcUrl }, { network: EVM_NETWORK, address })
  const facilitator = await world.openInstance({ evmRpcUrls: [reset.rpcUrl] })
  const health = await facilitator.health(20_000)
  expect(health.networks.find(({ network }) => network === EVM_NETWORK)?.status).toBe('behind')

  const request = await sign()
  expect(await facilitator.settle(request)).toMatchObject({
    kind: 'refused',
    response: { errorReason: 'unexpected_settle_error', transaction: '' },
  })
  expect(await usdcBalance(reset.rpcUrl, payTo)).toBe(0n)
  expect(await world.facilitator.settle(request)).toMatchObject({ kind: 'settled' })
})
