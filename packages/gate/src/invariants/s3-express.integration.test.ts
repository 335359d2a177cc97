import { setTimeout as sleep } from 'node:timers/promises'
import express from 'express'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, describe, expect, it } from 'vitest'
import { askSettled } from '@/development/testing/ask-settled'
import { openFacilitatorSite } from '@/development/testing/facilitator-world'
import { rawRequest } from '@/development/testing/raw-request'
import { createStoppableWork } from '@/development/testing/target-routes'
import { openTargets } from '@/development/testing/targets'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import { createBlankDatabase } from '@/development/testing/test-database'
import { serveNode } from '@/lib/base/http/testing/serve-node'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { createTurnpike, migrate } from '..'

const payTo = privateKeyToAccount(generatePrivateKey()).address
const runs: Record<string, number> = {}
const work = createStoppableWork()
const server = express()

const targets = await openTargets()
const site = await openFacilitatorSite()
const facilitators = site
const database = await createBlankDatabase()
await Promise.all([migrate({ databaseUrl: database.url }), migrate({ databaseUrl: database.url })])
const { origin } = await serveNode(server)
const turnpike = createTurnpike({
  origin,
  databaseUrl: database.url,
  facilitator: site.url,
  networks: { [BASE_SEPOLIA]: { payTo, rpc: targets.world.evmRpcUrl } },
  logLevel: 'silent',
})
await turnpike.ready()
sell()
afterAll(async () => {
  await turnpike.close()
  await facilitators.close()
  await database.drop()
  await targets.close()
})

function sell() {
  const price = '$0.001'
  server.get('/cheap', turnpike.express({ price }), (request, response) => {
    count(request.path)
    response.set('X-Content', 'in a header').json({ content: '/cheap' })
  })
  server.get('/slow', turnpike.express({ price }), async (request, response) => {
    count(request.path)
    response.set('X-Content', 'in a header').write('{"content":')
    if (request.query.held !== undefined) await work.hold()
    response.end('"/slow"}')
  })
  server.use('/below', turnpike.express({ price }), (request, response) => response.send(`content of ${request.path}`))
}

const count = (path: string) => {
  runs[path] = (runs[path] ?? 0) + 1
}
const newBuyer = () => createEvmBuyer(targets.world, 10_000n)

async function untilRun(path: string, before: number): Promise<void> {
  while ((runs[path] ?? 0) === before) await sleep(10)
}

describe('a route of Express under attack', () => {
  it('S-19: brings the content once to a buyer who was cut off, for the same payment', async () => {
    const buyer = await newBuyer()
    const { headers } = await buyer.sign(`${origin}/slow?held`)
    const before = runs['/slow'] ?? 0
    const hangingUp = new AbortController()
    const cut = fetch(`${origin}/slow?held`, { headers, signal: hangingUp.signal }).catch(() => null)
    await untilRun('/slow', before)
    hangingUp.abort()
    expect(await cut).toBeNull()
    work.finish()
    const again = await askSettled(`${origin}/slow?held`, headers)
    expect([again.status, await again.json(), await buyer.balance()]).toEqual([200, { content: '/slow' }, 9_000n])
    expect((await askSettled(`${origin}/slow?held`, headers)).status).toBe(402)
    expect([await buyer.balance(), runs['/slow']]).toEqual([9_000n, before + 1])
  })

  it('S-4: gives nothing away at any spelling of an address', async () => {
    const before = { ...runs }
    for (const target of [
      '/cheap/',
      '/CHEAP',
      '//cheap',
      '/x/../cheap',
      '/%63heap',
      '/cheap;a',
      '/below/../cheap',
      '/below//a',
    ]) {
      const { status, body } = await rawRequest(origin, target)
      expect([target, [402, 404].includes(status), body.includes('content of')]).toEqual([target, true, false])
    }
    expect(runs).toEqual(before)
  })
})
