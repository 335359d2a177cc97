import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HTTPFacilitatorClient, x402HTTPResourceServer, x402ResourceServer } from '@x402/core/server'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { paymentMiddlewareFromHTTPServer } from '@x402/express'
import { bazaarResourceServerExtension } from '@x402/extensions/bazaar'
import { ExactSvmScheme } from '@x402/svm/exact/server'
import express from 'express'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import { sampleIcon } from './sample-icon'
import type { SampleService } from './sample-services'

export type ServedSample = { url: string; stop: () => Promise<void> }

/**
 * Serves one sample on loopback, sold by the stock SDK and settled by the facilitator at `facilitatorUrl`.
 * Rejects with the listener's error when the port cannot be had.
 */
export async function serveSample(
  service: SampleService,
  { port, facilitatorUrl }: { port: number; facilitatorUrl: string },
): Promise<ServedSample> {
  const seller = new x402ResourceServer(new HTTPFacilitatorClient({ url: facilitatorUrl }))
    .register(BASE_SEPOLIA, new ExactEvmScheme())
    .register(SOLANA_DEVNET, new ExactSvmScheme())
    .registerExtension(bazaarResourceServerExtension)
  const app = express().disable('x-powered-by')
  app.get('/icons/:name.png', async (request, response) => {
    const icon = await sampleIcon(request.params.name)
    if (icon) response.type('png').send(icon)
    else response.status(404).end()
  })
  app.use((_request, response, next) => {
    if (service.isDown()) response.status(503).json({ error: 'Resting. Ask again in a minute.' })
    else next()
  })
  app.use(
    paymentMiddlewareFromHTTPServer(new x402HTTPResourceServer(seller, { [`GET ${service.path}`]: service.config })),
  )
  app.get(service.path, (request, response) => {
    const answer = service.answer(new URL(request.url, 'http://localhost').searchParams)
    // An error status keeps the middleware from settling: undelivered content is not charged.
    if (answer === null)
      response.status(400).json({ error: `These parameters make no sense: ${service.example} does.` })
    else response.json(answer)
  })
  const server = await listen(app, port)
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  const { port: taken } = server.address() as AddressInfo
  return { url: `http://localhost:${taken}${service.path}?${service.example}`, stop }
}

function listen(app: express.Express, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = app.listen(port, '127.0.0.1')
    server.once('listening', () => resolve(server)).once('error', reject)
  })
}
