import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createFacilitatorHttp } from '@/lib/facilitator/http/create-facilitator-http'
import { serveFacilitator } from '@/testing/serve-facilitator'
import type { PaymentRequest } from '@/lib/facilitator/read-payment'
import { evmFacilitator } from '@/development/devnet/testing/evm-parties'
import { openBenchWorld } from './bench-world'
import { type LoadResult, printLoad, runLoad } from './run-load'

/**
 * Verifications per second over HTTP, one and fifty in flight: ours, which also reserves the money, and the stock
 * facilitator behind a plain HTTP server; same chain, same run, each round with payments of its own.
 */
const world = await openBenchWorld()
const log = { info: () => {}, warn: () => {}, error: () => {} }
const facilitator = world.openFacilitator()
const serveOurs = serveFacilitator(createFacilitatorHttp({ facilitator, log, baseUrl: 'http://localhost/facilitator' }))
const sdk = evmFacilitator(world.evmRpcUrl, privateKeyToAccount(generatePrivateKey()))
const ours = await servePlainly(async (body) => {
  const response = await serveOurs(new Request('http://localhost/facilitator/verify', { method: 'POST', body }))
  return response.text()
})
const stock = await servePlainly(async (body) => {
  const { paymentPayload, paymentRequirements } = JSON.parse(body) as PaymentRequest
  return JSON.stringify(await sdk.verify(paymentPayload, paymentRequirements))
})

/** The same plain HTTP server for both. */
async function servePlainly(answer: (body: string) => Promise<string>) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    response.setHeader('content-type', 'application/json')
    response.end(await answer(Buffer.concat(chunks).toString()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}

const ROUNDS = 3

async function measure(name: string, url: string, inFlight: number, count: number): Promise<LoadResult> {
  const results: LoadResult[] = []
  while (results.length < ROUNDS) {
    const tasks = (await world.sign(count)).map((request) => async () => {
      const body = JSON.stringify({ x402Version: 2, ...request })
      const response = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
      return ((await response.json()) as { isValid: boolean }).isValid
    })
    results.push(await runLoad(tasks, inFlight))
  }
  results.sort((a, b) => a.perSecond - b.perSecond)
  const median = results[Math.floor(ROUNDS / 2)]
  if (!median) throw new Error('Expected a round.')
  printLoad(name, median)
  return median
}

try {
  await measure('warming up ours', ours.url, 20, 100)
  await measure('warming up stock', stock.url, 20, 100)
  for (const [inFlight, count] of [
    [1, 60],
    [50, 300],
  ] as const) {
    const stockResult = await measure(`stock, ${inFlight} in flight`, stock.url, inFlight, count)
    const ourResult = await measure(`ours, ${inFlight} in flight`, ours.url, inFlight, count)
    console.log(`ours over stock: ${(ourResult.perSecond / stockResult.perSecond).toFixed(2)}x`)
  }
} finally {
  stock.stop()
  ours.stop()
  await world.close()
}
