import { x402Facilitator } from '@x402/core/facilitator'
import { type FacilitatorClient, x402HTTPResourceServer, x402ResourceServer } from '@x402/core/server'
import type { AuthorizerSigner } from '@x402/evm'
import { BatchSettlementEvmScheme as Facilitator } from '@x402/evm/batch-settlement/facilitator'
import { BatchSettlementEvmScheme as Server } from '@x402/evm/batch-settlement/server'
import { paymentMiddlewareFromHTTPServer } from '@x402/express'
import express from 'express'
import { type Hex, nonceManager } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { z } from 'zod'
import { stockSigner } from '@/development/devnet/testing/stock-signer'

/**
 * One route for $0.0001 by `batch-settlement`, using only the stock SDK: @x402/express with channels in memory and the
 * SDK's facilitator in its process. Prints its origin as JSON.
 */
const env = z
  .object({ EVM_RPC_URL: z.string().url(), EVM_GAS_KEY: z.string(), PAY_TO_EVM: z.string() })
  .parse(process.env)

const NETWORK = 'eip155:84532'
const account = privateKeyToAccount(env.EVM_GAS_KEY as Hex, { nonceManager }) // The benchmark's own key.
const signer = stockSigner(env.EVM_RPC_URL, account)
const authorizer = account as unknown as AuthorizerSigner // viem's account signs typed data in the SDK's shape.
const facilitator = new x402Facilitator().register(NETWORK, new Facilitator(signer, authorizer))
const inProcess: FacilitatorClient = {
  verify: (payload, requirements) => facilitator.verify(payload, requirements),
  settle: (payload, requirements) => facilitator.settle(payload, requirements),
  getSupported: async () => facilitator.getSupported() as Awaited<ReturnType<FacilitatorClient['getSupported']>>,
}
const payTo = env.PAY_TO_EVM as Hex // The schema above checks it.
const resourceServer = new x402ResourceServer(inProcess).register(NETWORK, new Server(payTo))
const accepts = {
  scheme: 'batch-settlement',
  price: '$0.0001',
  network: NETWORK,
  payTo,
  extra: { minDeposit: '100000' },
} as const
const httpServer = new x402HTTPResourceServer(resourceServer, { 'GET /call': { accepts } })

const server = express()
server.use(paymentMiddlewareFromHTTPServer(httpServer))
server.get('/call', (_request, response) => void response.json({ number: 402, maximum: 1_000_000 }))
const listener = server.listen(0, '127.0.0.1', () => {
  const address = listener.address()
  console.log(
    JSON.stringify({ origin: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}` }),
  )
})
