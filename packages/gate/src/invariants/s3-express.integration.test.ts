import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import express from 'express'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, describe, expect, it } from 'vitest'
import { askSettled } from '@/development/testing/ask-settled'
import { openFacilitatorSite } from '@/development/testing/facilitator-world'
import { createStoppableWork } from '@/development/testing/target-routes'
import { openTargets } from '@/development/testing/targets'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import { createBlankDatabase } from '@/development/testing/test-database'
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
const listening = server.listen(0, '127.0.0.1')
await once(listening, 'listening')
const origin = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`
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
  listening.closeAllConnections()
  listening.close()
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
      const answer = await askRaw(target)
      expect([target, answer]).toEqual([target, expect.stringMatching(/^HTTP\/1\.1 (402|404)/)])
      expect(answer).not.toContain('content of')
    }
    expect(runs).toEqual(before)
  })
})

/** A request whose path no client has tidied up. */
async function askRaw(target: string): Promise<string> {
  const { port } = listening.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.end(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  let said = ''
  for await (const part of socket) said += String(part)
  return said
}
