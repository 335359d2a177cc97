import { type FacilitatorClient, type RoutesConfig, x402ResourceServer } from '@x402/core/server'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { paymentMiddleware } from '@x402/express'
import { bazaarResourceServerExtension, declareDiscoveryExtension } from '@x402/extensions/bazaar'
import {
  createSIWxResourceServerExtension,
  declareSIWxExtension,
  InMemorySIWxStorage,
} from '@x402/extensions/sign-in-with-x'
import express from 'express'
import { challengeRoute } from './challenge-route'

const app = express()
app.use(paymentMiddleware(stockRoutes(), createStockResourceServer()))
const listener = app.listen(0, '127.0.0.1', () => {
  const address = listener.address()
  console.log(JSON.stringify({ origin: `http://127.0.0.1:${typeof address === 'object' && address?.port}` }))
})

const { accepts, bazaar, signIn } = challengeRoute

/** The SDK's resource server with the extensions that the benchmark's routes declare. */
export function createStockResourceServer(): x402ResourceServer {
  const facilitator = {
    getSupported: async () => ({
      kinds: [{ x402Version: 2, scheme: 'exact', network: accepts.network }],
      extensions: [],
      signers: {},
    }),
  } as unknown as FacilitatorClient // A challenge verifies and settles nothing.
  const storage = new InMemorySIWxStorage()
  return new x402ResourceServer(facilitator)
    .register(accepts.network, new ExactEvmScheme())
    .registerExtension(bazaarResourceServerExtension)
    .registerExtension(createSIWxResourceServerExtension({ storage, origin: 'http://localhost:4021' }))
}

export function stockRoutes(): RoutesConfig {
  const extensions = {
    ...declareSIWxExtension({ ...signIn, network: accepts.network }),
    ...declareDiscoveryExtension({
      input: bazaar.input,
      inputSchema: { properties: { city: { type: 'string', description: 'A city' } } },
      output: { example: { city: 'Lisbon' } },
    }),
  }
  return { 'GET /paid': { accepts, extensions } }
}
