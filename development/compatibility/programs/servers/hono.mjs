import { serve } from '@hono/node-server'
import { HTTPFacilitatorClient, x402ResourceServer } from '@x402/core/server'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { bazaarResourceServerExtension, declareDiscoveryExtension } from '@x402/extensions/bazaar'
import { paymentMiddleware } from '@x402/hono'
import { ExactSvmScheme } from '@x402/svm/exact/server'
import { Hono } from 'hono'
import { cell, serving } from '../cell.mjs'

const network = cell.family === 'svm' ? 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' : 'eip155:84532'
const resourceServer = new x402ResourceServer(new HTTPFacilitatorClient({ url: cell.facilitator }))
  .register('eip155:84532', new ExactEvmScheme())
  .register('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', new ExactSvmScheme())
  .registerExtension(bazaarResourceServerExtension)
const extensions = declareDiscoveryExtension({ output: { example: { title: 'A chart' } } })
const accepts = { scheme: 'exact', price: '$0.001', network, payTo: cell.payTo }
const app = new Hono()
app.use(
  paymentMiddleware({ 'GET /chart': { accepts, description: 'A chart of the coast', extensions } }, resourceServer),
)
app.get('/chart', (context) => context.json({ title: 'A chart' }))
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  serving(`http://127.0.0.1:${port}`, { url: `http://127.0.0.1:${port}/chart` }),
)
