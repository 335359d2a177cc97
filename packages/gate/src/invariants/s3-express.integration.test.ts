import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import express from 'express'
import pg from 'pg'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askSettled } from '@/development/testing/ask-settled'
import { type FacilitatorWorld, openFacilitatorSite } from '@/development/testing/facilitator-world'
import { flood } from '@/development/testing/flood'
import { createStoppableWork } from '@/development/testing/target-routes'
import { openTargets, type Targets } from '@/development/testing/targets'
import { createEvmBuyer, readUsdc } from '@/development/testing/test-buyer'
import { createBlankDatabase, type TestDatabase } from '@/development/testing/test-database'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { createTurnpike, migrate, type Turnpike } from '..'

const payTo = privateKeyToAccount(generatePrivateKey()).address
const runs: Record<string, number> = {}
const work = createStoppableWork()
const server = express()
let origin: string
let listening: Server
let targets: Targets
let facilitators: FacilitatorWorld
let database: TestDatabase
let turnpike: Turnpike

beforeAll(async () => {
  targets = await openTargets()
  const site = await openFacilitatorSite()
  facilitators = site
  database = await createBlankDatabase()
  await Promise.all([migrate({ databaseUrl: database.url }), migrate({ databaseUrl: database.url })])
  listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  origin = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`
  turnpike = createTurnpike({
    origin,
    databaseUrl: database.url,
    facilitator: site.url,
    networks: { [BASE_SEPOLIA]: { payTo, rpc: targets.world.evmRpcUrl } },
    logLevel: 'silent',
  })
  await turnpike.ready()
  sell()
})
afterAll(async () => {
  listening?.closeAllConnections()
  listening?.close()
  await turnpike?.close()
  await facilitators?.close()
  await database?.drop()
  await targets?.close()
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
  server.get('/late', turnpike.express({ price, handlerTimeoutSeconds: 1 }), async (request, response) => {
    count(request.path)
    response.set('X-Content', 'in a header')
    await work.hold()
    response.json({ content: '/late' })
  })
  server.get('/failing', turnpike.express({ price }), () => {
    throw new Error('The handler fails.')
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
  it('S-3: serves one of twenty copies of a payment, where the stock server works for several', async () => {
    const stock = await targets.stock()
    const atStock = await newBuyer()
    const copies = await atStock.sign(`${stock.origin}/cheap`)
    const ran = async () => ((await stock.runs())['/cheap'] ?? 0) > 1
    await flood(20, (_, signal) => fetch(`${stock.origin}/cheap`, { headers: copies.headers, signal }), ran)
    expect(await ran()).toBe(true)

    const buyer = await newBuyer()
    const { headers } = await buyer.sign(`${origin}/cheap`)
    const { grants, statuses } = await flood(20, () => fetch(`${origin}/cheap`, { headers }))
    expect([grants, runs['/cheap'], await buyer.balance()]).toEqual([1, 1, 9_000n])
    expect((statuses[409] ?? 0) + (statuses[402] ?? 0)).toBe(19)
    const replayed = await askSettled(`${origin}/cheap`, headers)
    expect([replayed.status, replayed.headers.get('x-content')]).toEqual([402, null])
    expect([runs['/cheap'], await buyer.balance()]).toEqual([1, 9_000n])
  })

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

  it('keeps the content of HEAD for the GET with the same payment', async () => {
    const buyer = await newBuyer()
    const { headers } = await buyer.sign(`${origin}/cheap`)
    const head = await fetch(`${origin}/cheap`, { method: 'HEAD', headers })
    expect([head.status, await head.text(), await buyer.balance()]).toEqual([200, '', 9_000n])
    const got = await askSettled(`${origin}/cheap`, headers)
    expect([got.status, await got.json(), await buyer.balance()]).toEqual([200, { content: '/cheap' }, 9_000n])
  })

  it('charges nothing for a handler that fails or is late, and drops what it writes afterwards', async () => {
    const buyer = await newBuyer()
    const failed = await fetch(`${origin}/failing`, { headers: (await buyer.sign(`${origin}/failing`)).headers })
    expect([failed.status, await buyer.balance()]).toEqual([500, 10_000n])
    const late = await fetch(`${origin}/late`, { headers: (await buyer.sign(`${origin}/late`)).headers })
    expect([late.status, late.headers.get('x-content')]).toEqual([504, null])
    work.finish()
    expect([await buyer.balance(), (await fetch(`${origin}/cheap`)).status]).toEqual([10_000n, 402])
  })

  it.each(['/cheap/', '/CHEAP', '//cheap', '/x/../cheap', '/%63heap', '/cheap;a', '/below/../cheap', '/below//a'])(
    'S-4: gives nothing away at %s',
    async (target) => {
      const before = { ...runs }
      const answer = await askRaw(target)
      expect(answer).toMatch(/^HTTP\/1\.1 (402|404)/)
      expect(answer).not.toContain('content of')
      expect(runs).toEqual(before)
    },
  )

  it('S-6: opens nothing with a payment for another address or a cheaper route', async () => {
    const buyer = await newBuyer()
    const { headers } = await buyer.sign(`${origin}/cheap`)
    const paid = await fetch(`${origin}/cheap`, { headers })
    expect([paid.status, await paid.json()]).toEqual([200, { content: '/cheap' }])
    for (const path of ['/slow', '/below/a']) {
      const answer = await askSettled(`${origin}${path}`, headers)
      expect([answer.status, await buyer.balance()]).toEqual([402, 9_000n])
    }
  })

  it('has its tables in a schema of its own, and none beside them', async () => {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const { rows } = await client.query<{ schema: string; payments: number }>(
      `SELECT table_schema AS schema, count(*) FILTER (WHERE table_name = 'payments')::int AS payments
       FROM information_schema.tables WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')
       GROUP BY 1`,
    )
    await client.end()
    expect(rows).toEqual([{ schema: 'turnpike', payments: 1 }])
    expect(await migrate({ databaseUrl: database.url })).toEqual([])
    expect(await readUsdc(targets.world, payTo)).toBeGreaterThan(0n)
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
