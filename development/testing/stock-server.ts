import { createKeyPairSignerFromBytes, getBase58Encoder } from '@solana/kit'
import type { FacilitatorClient, RoutesConfig } from '@x402/core/server'
import { HTTPFacilitatorClient, x402HTTPResourceServer, x402ResourceServer } from '@x402/core/server'
import { ExactEvmScheme as ExactEvmServer } from '@x402/evm/exact/server'
import { UptoEvmScheme as UptoEvmServer } from '@x402/evm/upto/server'
import { paymentMiddlewareFromHTTPServer, setSettlementOverrides } from '@x402/express'
import {
  createSIWxRequestHook,
  createSIWxResourceServerExtension,
  createSIWxSettleHook,
  declareSIWxExtension,
  InMemorySIWxStorage,
} from '@x402/extensions/sign-in-with-x'
import { toFacilitatorSvmSigner } from '@x402/svm'
import { ExactSvmScheme as ExactSvmFacilitator } from '@x402/svm/exact/facilitator'
import { ExactSvmScheme as ExactSvmServer } from '@x402/svm/exact/server'
import express from 'express'
import { type Hex, nonceManager } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { z } from 'zod'
import { evmFacilitator } from '@/development/devnet/testing/evm-parties'
import { createStoppableWork } from './target-routes'

/**
 * A resource server that uses only the stock SDK: @x402/express as its documentation shows it, in a separate process.
 * Settles in process on an EVM chain, and on Solana with SVM_GAS_KEY, or through the facilitator at FACILITATOR_URL. Prints
 * its origin as JSON.
 */
const env = z
  .object({
    EVM_RPC_URL: z.string().url(),
    EVM_GAS_KEY: z.string(),
    PAY_TO_EVM: z.string(),
    SVM_RPC_URL: z.string().url().optional(),
    SVM_GAS_KEY: z.string().optional(),
    PAY_TO_SVM: z.string().optional(),
    FACILITATOR_URL: z.string().url().optional(),
    /** A sign-in proof opens once, which stock leaves to its users. */
    USES_NONCES_ONCE: z.string().optional(),
    PORT: z.coerce.number().default(0),
  })
  .parse(process.env)

const NETWORK = 'eip155:84532'
const SOLANA_DEVNET = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const runs: Record<string, number> = {}
// The test process that started it may end by a signal.
process.stdin.once('end', () => process.exit()).resume()
const work = createStoppableWork()

const server = express()
const listener = server.listen(env.PORT, '127.0.0.1', () => {
  const address = listener.address()
  const port = typeof address === 'object' && address ? address.port : 0
  void open(`http://127.0.0.1:${port}`)
})

async function open(origin: string): Promise<void> {
  const usedNonces = new Set<string>()
  const storage = Object.assign(
    new InMemorySIWxStorage(),
    env.USES_NONCES_ONCE && {
      hasUsedNonce: (nonce: string) => usedNonces.has(nonce),
      recordNonce: (nonce: string) => void usedNonces.add(nonce),
    },
  )
  const facilitator = await openFacilitatorClient()
  const resourceServer = new x402ResourceServer(facilitator)
    .register(NETWORK, new ExactEvmServer())
    .register(NETWORK, new UptoEvmServer())
    .register(SOLANA_DEVNET, new ExactSvmServer())
    .registerExtension(createSIWxResourceServerExtension({ storage, origin }))
    .onAfterSettle(createSIWxSettleHook({ storage }))
  const httpServer = new x402HTTPResourceServer(resourceServer, routes()).onProtectedRequest(
    createSIWxRequestHook({ storage, origin }),
  )
  server.post('/finish', (_request, response) => {
    work.finish()
    response.end()
  })
  server.get('/runs', (_request, response) => void response.json(runs))
  serveFacilitator(facilitator)
  server.use(paymentMiddlewareFromHTTPServer(httpServer))
  for (const path of ['/cheap', '/dear', '/slow', '/solana']) {
    server.get(path, async (request, response) => {
      runs[path] = (runs[path] ?? 0) + 1
      if (path === '/slow' && request.query.held !== undefined) await work.hold()
      response.set('Cache-Control', 'public, s-maxage=600').json({ content: path })
    })
  }
  for (const method of ['get', 'post'] as const) {
    server[method]('/jobs', (request, response) => void response.json({ content: `${request.method} /jobs` }))
  }
  server.get('/metered', (request, response) => {
    runs['/metered'] = (runs['/metered'] ?? 0) + 1
    const amount = typeof request.query.amount === 'string' ? request.query.amount : '20000'
    setSettlementOverrides(response, { amount })
    response.json({ content: '/metered' })
  })
  console.log(JSON.stringify({ origin }))
}

function routes(): RoutesConfig {
  const signIn = declareSIWxExtension({ statement: 'Sign in to a stock server', network: NETWORK })
  const exact = (price: string) => ({ scheme: 'exact', price, network: NETWORK, payTo: env.PAY_TO_EVM }) as const
  return {
    'GET /cheap': { accepts: exact('$0.001'), extensions: signIn },
    'GET /dear': { accepts: exact('$100'), extensions: signIn },
    'GET /jobs': { accepts: exact('$0.001'), extensions: signIn },
    'POST /jobs': { accepts: exact('$50'), extensions: signIn },
    'GET /slow': { accepts: exact('$0.001') },
    'GET /metered': { accepts: { scheme: 'upto', price: '$0.10', network: NETWORK, payTo: env.PAY_TO_EVM } },
    ...(env.PAY_TO_SVM && (env.FACILITATOR_URL ?? env.SVM_GAS_KEY)
      ? {
          'GET /solana': {
            accepts: { scheme: 'exact', price: '$0.001', network: SOLANA_DEVNET, payTo: env.PAY_TO_SVM },
            extensions: signIn,
          },
        }
      : {}),
  }
}

type FacilitatorRequest = {
  paymentPayload: Parameters<FacilitatorClient['verify']>[0]
  paymentRequirements: Parameters<FacilitatorClient['verify']>[1]
}

/** The same facilitator over HTTP, as the SDK's documentation serves it. */
function serveFacilitator(facilitator: FacilitatorClient): void {
  server.get('/facilitator/supported', async (_request, response) => {
    response.json(await facilitator.getSupported())
  })
  for (const verb of ['verify', 'settle'] as const) {
    server.post(`/facilitator/${verb}`, express.json(), async (request, response) => {
      const { paymentPayload, paymentRequirements } = request.body as FacilitatorRequest
      response.json(await facilitator[verb](paymentPayload, paymentRequirements))
    })
  }
}

async function openFacilitatorClient(): Promise<FacilitatorClient> {
  if (env.FACILITATOR_URL) return new HTTPFacilitatorClient({ url: env.FACILITATOR_URL })
  const account = privateKeyToAccount(env.EVM_GAS_KEY as Hex, { nonceManager })
  const facilitator = evmFacilitator(env.EVM_RPC_URL, account)
  if (env.SVM_RPC_URL && env.SVM_GAS_KEY) {
    const gas = await createKeyPairSignerFromBytes(getBase58Encoder().encode(env.SVM_GAS_KEY))
    const svmSigner = toFacilitatorSvmSigner(gas, { defaultRpcUrl: env.SVM_RPC_URL })
    facilitator.register(SOLANA_DEVNET, new ExactSvmFacilitator(svmSigner))
  }
  return {
    verify: (payload, requirements) => facilitator.verify(payload, requirements),
    settle: (payload, requirements) => facilitator.settle(payload, requirements),
    getSupported: async () => facilitator.getSupported() as Awaited<ReturnType<FacilitatorClient['getSupported']>>,
  }
}
