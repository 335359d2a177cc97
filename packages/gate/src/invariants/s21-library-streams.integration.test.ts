import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { type Response as ExpressResponse } from 'express'
import pg from 'pg'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, describe, expect, it } from 'vitest'
import { type ChannelBuyer, createChannelBuyer } from '@/development/testing/channel-buyer'
import { openFacilitatorSite } from '@/development/testing/facilitator-world'
import { readUsdc } from '@/development/testing/test-buyer'
import { createBlankDatabase } from '@/development/testing/test-database'
import { testWorld } from '@/development/testing/test-world'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { createTurnpike, migrate, type PaidContext, type PaidTerms, type Turnpike } from '..'

const world = testWorld()
const payTo = privateKeyToAccount(generatePrivateKey()).address
const stream: PaidTerms = { price: '$0.02', scheme: 'upto', isStreaming: true, query: ['count'] }
const app = express()
const servers: Server[] = []
const turnpikes: Turnpike[] = []

const facilitator = await openFacilitatorSite()
const database = await createBlankDatabase()
await migrate({ databaseUrl: database.url })
const origin = await sellByExpress()
afterAll(async () => {
  for (const server of servers) server.closeAllConnections?.()
  for (const server of servers) server.close()
  await Promise.all(turnpikes.map((turnpike) => turnpike.close()))
  await facilitator.close()
  await database.drop()
})

async function open(server: Server): Promise<{ origin: string; turnpike: Turnpike }> {
  servers.push(server)
  if (!server.listening) await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const turnpike = createTurnpike({
    origin,
    databaseUrl: database.url,
    facilitator: facilitator.url,
    networks: { [BASE_SEPOLIA]: { payTo, rpc: world.evmRpcUrl } },
    logLevel: 'silent',
  })
  turnpikes.push(turnpike)
  await turnpike.ready()
  return { origin, turnpike }
}

async function sellByExpress(): Promise<string> {
  const { origin, turnpike } = await open(app.listen(0, '127.0.0.1'))
  app.get('/words', turnpike.express(stream), async (request, response: ExpressResponse) => {
    const { meter } = response.locals.turnpike as PaidContext
    for (let word = 1; word <= Number(request.query.count); word += 1) {
      meter.charge('$0.001')
      if (!response.write(`word ${word}\n`)) await once(response, 'drain')
    }
    response.end()
  })
  const fixed = turnpike.express({ price: '$0.02', isStreaming: true })
  app.get('/fixed', fixed, (_request, response) => response.end('whole'))
  return origin
}

const chargedTo = async ({ address }: ChannelBuyer): Promise<bigint> => {
  const { rows } = await query<{ charged: string }>(
    'SELECT charged_atomic::text AS charged FROM turnpike.payment_channels WHERE payer = $1',
    [address.toLowerCase()],
  )
  return rows.reduce((sum, { charged }) => sum + BigInt(charged), 0n)
}

async function query<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    return await client.query<Row>(sql, values)
  } finally {
    await client.end()
  }
}

describe('S-21: a stream that the library sells', () => {
  it('is paid part by part out of the channel of a stock client', async () => {
    const buyer = await createChannelBuyer(world, 1_000_000n)
    const url = `${origin}/words?count=7`
    const answer = await buyer.fetch(url)
    expect([answer.status, (await answer.text()).split('\n')]).toEqual([200, expect.objectContaining({ length: 8 })])
    await expect.poll(() => chargedTo(buyer)).toBe(7_000n)
    expect((await (await buyer.fetch(url)).text()).split('\n')).toHaveLength(8)
    await expect.poll(() => chargedTo(buyer)).toBe(14_000n)
  })

  it('is claimed for its seller, who is paid', async () => {
    const before = await readUsdc(world, payTo)
    // An hour passes.
    await query("UPDATE turnpike.payment_channels SET unclaimed_since = unclaimed_since - interval '1 hour'")
    await expect.poll(() => readUsdc(world, payTo), { interval: 200 }).toBe(before + 14_000n)
  })
})
