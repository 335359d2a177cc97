import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifyMessageSignature } from '@/lib/base/chains/verify-message-signature'
import { type Database, openDatabase, Prisma } from '@/lib/base/infra/database'
import { safeFetch } from '@/lib/base/infra/safe-fetch'
import { encodeHeader } from '@/lib/base/x402/header-codec'
import type { PaymentPayload, PaymentRequirements, SettleResponse } from '@/lib/base/x402/wire'
import { type Catalog, createCatalog } from '@/lib/bazaar/create-catalog'
import { importSnapshotOnce } from '@/lib/bazaar/ingest/snapshot'
import type { CatalogDeps } from '@/lib/bazaar/ports'
import { dropNotes, listNoted } from '@/lib/facilitator/ledger/settlement-record'
import { serveFetch } from './serve-fetch'
import { createFilledDatabase, createTestDatabase, type TestDatabase } from './test-database'

const startsAt = new Date('2026-11-21T12:00:00Z')

export type CatalogWorld = Awaited<ReturnType<typeof createCatalogWorld>>

/** A catalog on its own database, with a stopped clock and real HTTP on loopback. */
export async function createCatalogWorld(
  overrides: Partial<CatalogDeps> = {},
  createDatabase: () => Promise<TestDatabase> = createTestDatabase,
) {
  const testDatabase = await createDatabase()
  const database = openDatabase(testDatabase.url, testDatabase)
  const ends: (() => unknown)[] = []
  let now = startsAt.getTime()
  const deps: CatalogDeps = {
    database,
    clock: () => new Date(now),
    log: {
      info: () => {},
      warn: () => {},
      error: (details, message) => process.stderr.write(`${message} ${String(details.err)}\n`),
    },
    sales: { list: (limit) => listNoted(database, limit), forget: (keys) => dropNotes(database, keys) },
    fetch: safeFetch,
    verifyMessage: (message) => verifyMessageSignature(message),
    publicOrigin: 'http://localhost:4021',
    reach: 'loopback',
    fetchIcon: safeFetch,
    ...overrides,
  }
  const catalog = createCatalog(deps)
  /** Serves on a free port of loopback; `localhost` in the address, as a name that may be listed in the demo. */
  const serve = async (listener: RequestListener) => {
    const server = createServer({ keepAliveTimeout: 75_000 }, listener)
    ends.push(() => (server.closeAllConnections(), server.close()))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `http://localhost:${(server.address() as AddressInfo).port}`
  }
  return {
    database,
    catalog,
    deps,
    advance: (ms: number) => void (now += ms),
    /** Settles a payment in the ledger as the facilitator does; returns its extension responses. Nothing is counted yet. */
    settle: async (settled: SettledSale) => {
      const reading = catalog.readSale(settled)
      await storeSettledSale(database, settled, { note: reading.note, settledAt: deps.clock() })
      return reading.responses()
    },
    count: () => catalog.countSales(),
    serve,
    /** Serves the catalog's own endpoints as a facilitator; returns its base URL. */
    serveFacilitator: async () => {
      const facilitator = await serveFetch((request) => catalog.http[nameOf(request)](request))
      ends.push(facilitator.stop)
      return facilitator.origin
    },
    stop: async () => {
      for (const end of ends) await end()
      await database.$disconnect()
      await testDatabase.drop()
    },
  }
}

/** A catalog of the listings that the project ships, which the run imports once. */
export const createShippedWorld = (): Promise<CatalogWorld> =>
  createCatalogWorld({}, () =>
    createFilledDatabase('catalog', async (url) => {
      const database = openDatabase(url)
      await importSnapshotOnce(database, startsAt)
      await database.$disconnect()
    }),
  )

const nameOf = (request: Request) => new URL(request.url).pathname.split('/').at(-1) as keyof Catalog['http']

const USDC = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
export const seller = '0x1111111111111111111111111111111111111111'

export const option = (overrides: Record<string, unknown> = {}) => ({
  scheme: 'exact',
  network: 'eip155:84532',
  amount: '1000',
  asset: USDC,
  payTo: seller,
  maxTimeoutSeconds: 60,
  extra: { name: 'USDC', version: '2' },
  ...overrides,
})

export type ChallengeParts = {
  resource?: Record<string, unknown>
  accepts?: unknown[]
  extensions?: Record<string, unknown>
}

export const challenge = ({ resource = {}, accepts = [option()], extensions }: ChallengeParts = {}) => ({
  x402Version: 2,
  error: 'Payment required',
  resource: { description: 'A test resource', mimeType: 'application/json', ...resource },
  accepts,
  ...(extensions && { extensions }),
})

/** Answers 402 with the challenge in the header, as version 2 servers do. */
export function answer402(response: ServerResponse, content: object): void {
  response.writeHead(402, { 'payment-required': encodeHeader(content), 'content-type': 'application/json' })
  response.end(JSON.stringify(content))
}

/** A bazaar extension for a query method, as a stock server declares it. */
export const bazaar = (info: Record<string, unknown> = {}, extra: Record<string, unknown> = {}) => ({
  bazaar: {
    info: { input: { type: 'http', method: 'GET', queryParams: { city: 'Oslo' }, ...info } },
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        input: {
          type: 'object',
          properties: {
            type: { type: 'string', const: 'http' },
            method: { type: 'string' },
            queryParams: { type: 'object' },
          },
          required: ['type'],
        },
      },
      required: ['input'],
    },
    ...extra,
  },
})

type SettledSale = {
  paymentPayload: PaymentPayload
  paymentRequirements: PaymentRequirements
  response: SettleResponse
}

/** Stores a settled payment as the facilitator's ledger holds it. One transaction is one payment. */
async function storeSettledSale(
  database: Database,
  { paymentRequirements: { network, scheme, asset, payTo, amount }, response }: SettledSale,
  { note, settledAt }: { note: object | null; settledAt: Date },
): Promise<void> {
  const payer = response.payer ?? ''
  const paid = response.amount ?? amount
  const terms = { network, scheme, asset: asset.toLowerCase(), payer: payer.toLowerCase(), payTo: payTo.toLowerCase() }
  const times = { createdAt: settledAt, decidedAt: settledAt }
  const sums = { amountAtomic: paid, settleAmountAtomic: paid, transaction: response.transaction }
  const key = `${network}/${response.transaction}`
  const catalogNote = note ?? Prisma.DbNull
  const row = { key, ...terms, nonce: response.transaction, state: 'settled', ...sums, ...times, catalogNote }
  await database.settlement.upsert({ where: { key }, create: row, update: { catalogNote } })
}

/** A catalog, and a seller's server whose answers a test sets. */
export async function openListingWorld() {
  const world = await createCatalogWorld()
  /** That server's answer to each path: a challenge, or a status. */
  const answers = new Map<string, object | number>()
  const origin = await world.serve((request: IncomingMessage, response) => {
    const answer = answers.get(new URL(request.url ?? '/', 'http://localhost').pathname)
    if (typeof answer === 'object') answer402(response, answer)
    else response.writeHead(answer ?? 404).end()
  })
  return {
    world,
    origin,
    answers,
    key: (path: string, method = 'GET') => `${method} ${origin}${path}`,
    /** The crawler waits between requests to one host. */
    later: () => world.advance(3_000),
  }
}

/** Short enough as written, too long for a key once it is encoded. */
export const longPath = (): string =>
  randomBytes(900)
    .toString('latin1')
    .replace(/[^\xa1-\xff]/g, 'é')
