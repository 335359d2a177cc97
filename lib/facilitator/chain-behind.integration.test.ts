import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fundDevnetWallet } from '@/lib/chains/devnet-faucet'
import { signEvmPayment } from '@/lib/chains/testing/signed-payments'
import { type AnvilNode, startAnvil } from '@/lib/processes/devnet/evm/start-anvil'
import { usdcBalance } from '@/lib/processes/devnet/testing/evm-parties'
import { evmNetwork, type FacilitatorWorld, openFacilitatorWorld } from '@/lib/processes/testing/facilitator-world'

const folder = mkdtempSync(join(tmpdir(), 'turnpike-behind-'))
let reset: AnvilNode
let world: FacilitatorWorld

beforeAll(async () => {
  reset = await startAnvil({ dataDir: folder, port: 0 })
  world = await openFacilitatorWorld()
})
afterAll(async () => {
  await world?.close()
  await reset?.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('reports a chain that was reset behind the ledger, and sends nothing to it', async () => {
  const payer = await world.newEvmPayer()
  const payTo = world.newEvmSeller()
  const paymentRequirements = world.requirements({ price: '$0.001', payTo })
  const newRequest = async () => ({
    paymentPayload: await signEvmPayment(payer, paymentRequirements),
    paymentRequirements,
  })
  expect(await world.facilitator.settle(await newRequest())).toMatchObject({ kind: 'settled' })

  await fundDevnetWallet({ [evmNetwork]: reset.rpcUrl }, { network: evmNetwork, address: payer.address })
  const facilitator = await world.openInstance({ evmRpcUrls: [reset.rpcUrl] })
  const health = await facilitator.health()
  expect(health.networks.find(({ network }) => network === evmNetwork)?.status).toBe('behind')

  const request = await newRequest()
  expect(await facilitator.settle(request)).toMatchObject({
    kind: 'refused',
    response: { errorReason: 'unexpected_settle_error', transaction: '' },
  })
  expect(await usdcBalance(reset.rpcUrl, payTo)).toBe(0n)
  expect(await world.facilitator.settle(request)).toMatchObject({ kind: 'settled' })
})
