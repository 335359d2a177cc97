import type { AddressInfo } from 'node:net'
import { HTTPFacilitatorClient, x402ResourceServer } from '@x402/core/server'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { paymentMiddleware } from '@x402/express'
import { bazaarResourceServerExtension, declareDiscoveryExtension } from '@x402/extensions/bazaar'
import { ExactSvmScheme } from '@x402/svm/exact/server'
import express, { type Response } from 'express'
import { evmDevnetAccount, svmDevnetSigner } from '@/development/devnet/wallets'
import { BASE_SEPOLIA } from '../wallets/evm-wallet'
import { SOLANA_DEVNET } from '../wallets/solana-wallet'

export type ForeignService = {
  origin: string
  /** Sets the quote's price from now on, such as `$0.002`. */
  setPrice: (dollars: string) => void
  /** Loses the next answer to that payer's paid request, after it was paid for. */
  loseNext: (payer: string) => void
  stop: () => Promise<void>
}

/** A foreign service, of unmodified stock parts, which settles through the facilitator of the demo. */
export async function startForeignService(
  about: { serviceName?: string; tags?: string[]; iconUrl?: string; description?: string } = {},
): Promise<ForeignService> {
  let price = '$0.002'
  let losing: string | null = null
  const server = express()
  const facilitator = new HTTPFacilitatorClient({ url: `${process.env.E2E_ORIGIN}/facilitator` })
  const resourceServer = new x402ResourceServer(facilitator)
    .register(BASE_SEPOLIA, new ExactEvmScheme())
    .register(SOLANA_DEVNET, new ExactSvmScheme())
    .registerExtension(bazaarResourceServerExtension)
  const option = (network: `${string}:${string}`, payTo: string) =>
    ({ scheme: 'exact', network, payTo, price: () => price }) as const
  const quote = {
    accepts: [
      option(BASE_SEPOLIA, evmDevnetAccount('seller').address),
      option(SOLANA_DEVNET, (await svmDevnetSigner('seller')).address),
    ],
    description: 'A quotation of the author that you name',
    ...about,
    mimeType: 'application/json',
    extensions: declareDiscoveryExtension({
      input: { author: 'Lovelace' },
      inputSchema: { properties: { author: { type: 'string', description: 'Family name' } }, required: ['author'] },
      output: { example: { author: 'Lovelace', text: 'Words' } },
    }),
  }
  server.use((request, response, next) => {
    const payment = Buffer.from(request.get('payment-signature') ?? '', 'base64').toString()
    if (losing && payment.includes(losing)) loseAnswer(response, () => (losing = null))
    next()
  })
  server.use(paymentMiddleware({ 'GET /quote': quote }, resourceServer))
  server.get('/quote', (request, response) => {
    response.set('x-quoted-by', 'foreign').json({ author: request.query.author, text: 'Words' })
  })
  const listener = server.listen(0, '127.0.0.1')
  await new Promise((resolve) => listener.once('listening', resolve))
  return {
    origin: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    setPrice: (dollars) => void (price = dollars),
    loseNext: (payer) => void (losing = payer),
    stop: () =>
      new Promise((resolve) => {
        listener.closeAllConnections()
        listener.close(() => resolve())
      }),
  }
}

/** Breaks the connection where the answer would begin, once everything before it has been done. */
function loseAnswer(response: Response, done: () => void): void {
  response.writeHead = () => {
    done()
    response.socket?.destroy()
    return response
  }
}
