import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usdcBalance } from '@/development/devnet/testing/evm-parties'
import { type FacilitatorWorld, openFacilitatorWorld } from '@/development/testing/facilitator-world'
import { serveFacilitator } from '@/development/testing/serve-facilitator'
import { type ServedFetch, serveFetch } from '@/development/testing/serve-fetch'
import { type RunningScript, startScript } from '@/development/testing/start-script'
import { createStockBuyer } from '@/development/testing/test-buyer'
import { testWorld } from '@/development/testing/test-world'
import { createFacilitatorHttp } from './create-facilitator-http'

let world: FacilitatorWorld
let served: ServedFetch
let server: RunningScript
let payTo: `0x${string}`
let payToSvm: string

beforeAll(async () => {
  world = await openFacilitatorWorld()
  served = await serveFetch(serveFacilitator(createFacilitatorHttp({ ...quiet, facilitator: world.facilitator })))
  payTo = world.newEvmSeller()
  payToSvm = await world.newSvmSeller()
  server = await startScript('development/testing/stock-server.ts', {
    EVM_RPC_URL: testWorld().evmRpcUrl,
    EVM_GAS_KEY: generatePrivateKey(),
    PAY_TO_EVM: payTo,
    PAY_TO_SVM: payToSvm,
    FACILITATOR_URL: `${served.origin}/facilitator`,
  })
})
afterAll(async () => {
  await server?.stop()
  await served?.stop()
  await world?.close()
})

const quiet = { log: { info: () => {}, warn: () => {}, error: () => {} }, baseUrl: 'http://localhost/facilitator' }

describe('an unmodified express server', () => {
  it('grants once for forty copies of one payment', async () => {
    const key = generatePrivateKey()
    await testWorld().faucet({ network: 'eip155:84532', address: privateKeyToAccount(key).address })
    const buyer = createStockBuyer({ evm: { key, rpcUrl: testWorld().evmRpcUrl } })
    const url = `${server.line.origin}/cheap`
    const { headers } = await buyer.sign(url)
    const before = await usdcBalance(testWorld().evmRpcUrl, payTo)
    const responses = await Promise.all(Array.from({ length: 40 }, () => fetch(url, { headers })))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await usdcBalance(testWorld().evmRpcUrl, payTo)) - before).toBe(1_000n)
  })

  it('takes a Solana payment through us', async () => {
    const signer = await world.newSvmPayer()
    const buyer = createStockBuyer({ svm: { signer, rpcUrl: testWorld().svmRpcUrl } })
    const url = `${server.line.origin}/solana`
    const { headers } = await buyer.sign(url)
    const response = await fetch(url, { headers })
    expect(response.status).toBe(200)
  })
})
