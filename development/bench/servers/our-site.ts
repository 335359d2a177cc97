import type { Hex } from 'viem'
import { z } from 'zod'
import { serveFetch } from '@/development/testing/serve-fetch'
import { devnetEnv, serveTestSite } from '@/development/testing/serve-test-site'
import { countRuns, createStoppableWork, targetRoutes } from '@/development/testing/target-routes'
import { startWorker } from '@/lib/site/compose/worker'

/**
 * Our whole application with its worker, selling the same as the stock server. Prints its origin as JSON, and a second
 * server's with the facilitator, the number of handler runs and the end of held work, where the stock server has them.
 */
const env = z
  .object({
    DATABASE_URL: z.string(),
    EVM_RPC_URL: z.string().url(),
    SVM_RPC_URL: z.string().url(),
    EVM_GAS_KEY: z.string(),
    SVM_GAS_KEY: z.string(),
    PAY_TO_EVM: z.string(),
  })
  .parse(process.env)

const runs: Record<string, number> = {}
const work = createStoppableWork()
const gas = { evm: env.EVM_GAS_KEY as Hex, svm: env.SVM_GAS_KEY } // Made for this run.
const { origin, application } = await serveTestSite({
  env: {
    ...(await devnetEnv({ evmRpcUrl: env.EVM_RPC_URL, svmRpcUrl: env.SVM_RPC_URL }, gas)),
    DATABASE_URL: env.DATABASE_URL,
    // The same as on a network of real money.
    FACILITATOR_MINIMUM_AMOUNT: 'eip155:84532=$0.001',
  },
  routes: countRuns(targetRoutes(env.PAY_TO_EVM, work.hold), runs),
})
await startWorker(application)
const beside: Record<string, (request: Request) => Promise<Response>> = {
  '/runs': async () => Response.json(runs),
  '/finish': async () => (work.finish(), new Response(null)),
  '/facilitator/verify': application.facilitatorHttp.verify,
  '/facilitator/settle': application.facilitatorHttp.settle,
  '/facilitator/supported': application.facilitatorHttp.supported,
}
const { origin: besideOrigin } = await serveFetch(async (request) => {
  const answer = beside[new URL(request.url).pathname]
  return answer ? answer(request) : new Response(null, { status: 404 })
})
console.log(JSON.stringify({ origin, beside: besideOrigin }))
