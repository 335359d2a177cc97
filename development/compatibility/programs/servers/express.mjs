import { HTTPFacilitatorClient, x402ResourceServer } from '@x402/core/server'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { UptoEvmScheme } from '@x402/evm/upto/server'
import { paymentMiddleware, setSettlementOverrides } from '@x402/express'
import { declareEip2612GasSponsoringExtension } from '@x402/extensions'
import { bazaarResourceServerExtension, declareDiscoveryExtension } from '@x402/extensions/bazaar'
import { ExactSvmScheme } from '@x402/svm/exact/server'
import express from 'express'
import { cell, listen, serving } from '../cell.mjs'

/** `cell.config`: where the facilitator's settings come from another package, its name and export. */
const base = { url: cell.facilitator }
const config = cell.config ? { ...(await import(cell.config))[cell.configExport](), ...base } : base
const network = cell.family === 'svm' ? 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' : 'eip155:84532'
const resourceServer = new x402ResourceServer(new HTTPFacilitatorClient(config))
  .register('eip155:84532', new ExactEvmScheme())
  .register('eip155:84532', new UptoEvmScheme())
  .register('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', new ExactSvmScheme())
  .registerExtension(bazaarResourceServerExtension)
const scheme = cell.scheme ?? 'exact'
const option = { scheme, price: scheme === 'upto' ? '$0.01' : '$0.001', network, payTo: cell.payTo, ...cell.option }
const extensions = {
  ...declareDiscoveryExtension({ output: { example: { title: 'A tide table' } } }),
  ...(scheme === 'upto' && declareEip2612GasSponsoringExtension()),
}
const route = { accepts: option, description: 'Tides of a harbour', mimeType: 'application/json', extensions }
const app = express()
app.use(paymentMiddleware({ 'GET /tides/:harbour': route }, resourceServer))
app.get('/tides/:harbour', (request, response) => {
  if (scheme === 'upto') setSettlementOverrides(response, { amount: '3000' })
  response.json({ title: `Tides of ${request.params.harbour}` })
})
const origin = await listen(app)
serving(origin, { url: `${origin}/tides/porto` })
