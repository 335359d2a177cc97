import { type FacilitatorClient, x402HTTPResourceServer, x402ResourceServer } from '@x402/core/server'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { paymentMiddlewareFromHTTPServer } from '@x402/express'
import {
  createSIWxRequestHook,
  createSIWxResourceServerExtension,
  declareSIWxExtension,
  InMemorySIWxStorage,
} from '@x402/extensions/sign-in-with-x'
import express from 'express'
import { challengeRoute } from './challenge-route'

/** @x402/express with one route, /paid, that opens to the wallet PAID_ADDRESS by signing in: state in memory, each proof once. */
const { accepts, signIn } = challengeRoute
const facilitator = {
  getSupported: async () => ({
    kinds: [{ x402Version: 2, scheme: 'exact', network: accepts.network }],
    extensions: [],
    signers: {},
  }),
} as unknown as FacilitatorClient // A sign-in verifies and settles nothing.
const app = express()
const listener = app.listen(0, '127.0.0.1', () => {
  const address = listener.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' && address?.port}`
  const usedNonces = new Set<string>()
  const storage = Object.assign(new InMemorySIWxStorage(), {
    hasUsedNonce: (nonce: string) => usedNonces.has(nonce),
    recordNonce: (nonce: string) => void usedNonces.add(nonce),
  })
  storage.recordPayment('/paid', process.env.PAID_ADDRESS ?? '')
  const server = new x402ResourceServer(facilitator)
    .register(accepts.network, new ExactEvmScheme())
    .registerExtension(createSIWxResourceServerExtension({ storage, origin }))
  const extensions = declareSIWxExtension({ ...signIn, network: accepts.network })
  const http = new x402HTTPResourceServer(server, { 'GET /paid': { accepts, extensions } })
  app.use(paymentMiddlewareFromHTTPServer(http.onProtectedRequest(createSIWxRequestHook({ storage, origin }))))
  app.get('/paid', (_request, response) => void response.json({ content: 'paid' }))
  console.log(JSON.stringify({ origin }))
})
