import { once } from 'node:events'
import express, { type Response as ExpressResponse } from 'express'
import type pg from 'pg'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, describe, expect, it } from 'vitest'
import { type ChannelBuyer, createChannelBuyer } from '@/development/testing/channel-buyer'
import { openFacilitatorSite } from '@/development/testing/facilitator-world'
import { onServer } from '@/development/testing/template-database'
import { readUsdc } from '@/development/testing/test-buyer'
import { createBlankDatabase } from '@/development/testing/test-database'
import { testWorld } from '@/development/testing/test-world'
import { serveNode } from '@/lib/base/http/testing/serve-node'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { createTurnpike, migrate, type PaidContext, type PaidTerms } from '..'

const world = testWorld()
const payTo = privateKeyToAccount(generatePrivateKey()).address
const stream: PaidTerms = { price: '$0.02', scheme: 'upto', isStreaming: true, query: ['count'] }
const app = express()
const { origin } = await serveNode(app)
const facilitator = await openFacilitatorSite()
const database = await createBlankDatabase()
await migrate({ databaseUrl: database.url })
const turnpike = createTurnpike({
  origin,
  databaseUrl: database.url,
  facilitator: facilitator.url,
  networks: { [BASE_SEPOLIA]: { payTo, rpc: world.evmRpcUrl } },
  logLevel: 'silent',
})
await turnpike.ready()
afterAll(async () => {
  await turnpike.close()
  await facilitator.close()
  await database.drop()
})

app.get('/words', turnpike.express(stream), async (request, response: ExpressResponse) => {
  const { meter } = response.locals.turnpike as PaidContext
  for (let word = 1; word <= Number(request.query.count); word += 1) {
    meter.charge('$0.001')
    if (!response.write(`word ${word}\n`)) await once(response, 'drain')
  }
  response.end()
})

const chargedTo = async ({ address }: ChannelBuyer): Promise<bigint> => {
  const { rows } = await query<{ charged: string }>(
    'SELECT charged_atomic::text AS charged FROM turnpike.payment_channels WHERE payer = $1',
    [address.toLowerCase()],
  )
  return rows.reduce((sum, { charged }) => sum + BigInt(charged), 0n)
}

const query = <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
  onServer(database.url, (client) => client.query<Row>(sql, values))

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
