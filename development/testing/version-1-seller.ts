import type { AddressInfo } from 'node:net'
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import express from 'express'
import type { Address } from 'viem'
import { paymentMiddleware } from 'x402-express'
import { evmFacilitator, freshAccount } from '@/development/devnet/testing/evm-parties'
import { fundedSigner, svmFacilitator } from '@/development/devnet/testing/svm-parties'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import type { TestWorld } from './test-world'

export type Version1Seller = { origin: string; payTo: Address; stop: () => void }

/**
 * A seller of version 1: x402-express as its documentation shows it, and the SDK's facilitator for version 1 beside it.
 * Sells `/evm` and `/solana` for $0.001.
 */
export async function startVersion1Seller({ evmRpcUrl, svmRpcUrl, faucet }: TestWorld): Promise<Version1Seller> {
  const gas = freshAccount()
  await faucet({ network: BASE_SEPOLIA, address: gas.address, amountAtomic: 0n })
  const families = [evmFacilitator(evmRpcUrl, gas), svmFacilitator(svmRpcUrl, await fundedSigner(svmRpcUrl, 0n, true))]
  const familyOf = ({ network }: PaymentRequirements) => families[network.startsWith('solana') ? 1 : 0]
  const payTo = freshAccount().address
  const payToSolana = (await fundedSigner(svmRpcUrl, 0n)).address

  const app = express()
  const server = app.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}` as const
  const facilitator = { url: `${origin}/facilitator` as const }
  app.get('/facilitator/supported', (_request, response) => {
    response.json({ kinds: families.flatMap((family) => family.getSupported().kinds.filter(isVersion1)) })
  })
  for (const verb of ['verify', 'settle'] as const) {
    app.post(`/facilitator/${verb}`, express.json(), async (request, response) => {
      const { paymentPayload, paymentRequirements } = request.body as FacilitatorRequest
      response.json(await familyOf(paymentRequirements)?.[verb](paymentPayload, paymentRequirements))
    })
  }
  // Its types are those of Express 4.
  const sell = (...given: Parameters<typeof paymentMiddleware>) => paymentMiddleware(...given) as express.RequestHandler
  app.use(sell(payTo, { '/evm': { price: '$0.001', network: 'base-sepolia' } }, facilitator))
  app.use(sell(payToSolana as never, { '/solana': { price: '$0.001', network: 'solana-devnet' } }, facilitator))
  for (const path of ['/evm', '/solana']) app.all(path, (_request, response) => void response.json({ sold: path }))
  return { origin, payTo, stop: () => void server.close() }
}

/** A request to a facilitator; checked by the SDK. */
type FacilitatorRequest = { paymentPayload: PaymentPayload; paymentRequirements: PaymentRequirements }

const isVersion1 = ({ x402Version }: { x402Version: number }) => x402Version === 1
