import { afterAll, beforeAll, expect, it } from 'vitest'
import { answer402, bazaar, challenge, createCatalogWorld, option, seller } from '@/development/testing/catalog-world'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import { parseListing } from '../ingest/parse-listing'
import { saveEntries } from '../ingest/save-entries'

const DAY_MS = 86_400_000
const HONEST = 10
const QUERY = 'hourly tide forecast of a harbour'
const BEST = { description: 'Hourly tide forecast of a harbour', serviceName: 'Hourly tide forecast' }
const wallet = (digits: number) => `0x${String(digits).padStart(40, '0')}`

const funderOf = new Map<string, string>()
const world = await createCatalogWorld({
  findFundings: async ({ payers }) =>
    payers.map(({ payer }) => ({ payer, funder: funderOf.get(payer) ?? `of ${payer}`, transaction: '0xgift' })),
})
afterAll(() => world.stop())
const run = (name: string) => world.catalog.jobs.find((job) => job.name === `catalog ${name}`)?.run()

/** A seller on a host of its own. */
const at = (id: number) => ({ origin: `https://h${id}.example${id}.org`, payTo: wallet(100 + id) })

async function list({ origin, payTo }: ReturnType<typeof at>, description: string) {
  const parsed = parseListing({
    ...{ resource: `${origin}/tide`, method: 'GET', type: 'http', x402Version: 2 },
    ...{ description, accepts: [option({ payTo })] },
  })
  if (!parsed.ok) throw new Error(parsed.code)
  const provenance = { source: 'probed' as const, sourceLabel: 'probe', verification: 'live' as const }
  await saveEntries(world.database, [{ draft: parsed.draft, provenance }], world.deps.clock())
}

/** Ten honest listings on hosts of their own. */
beforeAll(async () => {
  const names = ['Tide tables', 'Hourly sea levels', 'Tide forecast']
  for (let host = 0; host < HONEST; host += 1)
    await list(at(host), `${names[host % 3]} for harbour number ${host}, as JSON`)
})

/** A server that has been listed for twenty days, honestly, and fits the search best. */
async function openAttacker() {
  const attacker = { accepts: [option()] }
  const origin = await world.serve((request, response) => {
    const { accepts } = attacker
    if (request.url === '/tide') answer402(response, challenge({ resource: BEST, accepts }))
    else response.writeHead(404).end()
  })
  const list = async () => {
    world.advance(6_000)
    expect(await world.catalog.probe({ url: `${origin}/tide` })).toMatchObject({ status: 'success' })
  }
  const key = `GET ${origin}/tide`
  const rank = async () => {
    const { resources } = await world.catalog.search({ query: QUERY, limit: '50' })
    return resources.findIndex((found) => found.key === key) + 1
  }
  await list()
  world.advance(20 * DAY_MS)
  await list()
  return { attacker, origin, key, list, rank }
}

type Attacker = Awaited<ReturnType<typeof openAttacker>>

async function buy({ origin, payTo = seller }: { origin: string; payTo?: string }, payer: string, times: number) {
  for (let time = 0; time < times; time += 1) {
    const paymentRequirements = option({ payTo }) as unknown as PaymentRequirements
    const url = `${origin}/tide`
    const paid = { x402Version: 2, resource: { url }, accepted: paymentRequirements, payload: {}, extensions: bazaar() }
    const { network } = paymentRequirements
    const response = { success: true, transaction: `${payTo}${payer}${time}`, network, payer }
    await world.settle({ paymentPayload: paid as unknown as PaymentPayload, paymentRequirements, response })
  }
  await world.count()
}

type Attack = [name: string, attack: (attacker: Attacker) => Promise<unknown>, place: 'none' | 'last' | 'not first']

/** `docs/bazaar.md` has the places by number. */
const attacks: Attack[] = [
  ['a decoy price', ({ attacker, list }) => ask(attacker, list, { amount: '2000000000' }), 'last'],
  [
    'eight other wallets in an hour',
    async ({ attacker, list }) => {
      for (let swap = 0; swap < 8; swap += 1) await ask(attacker, list, { payTo: wallet(200 + swap) })
    },
    'not first',
  ],
  ['payments by its own wallet', (attacker) => buy(attacker, option().payTo, 20), 'none'],
  ...[
    { funder: 'it', from: 301, address: seller.toLowerCase(), left: 0 },
    { funder: 'one other wallet', from: 311, address: wallet(399), left: 1 },
  ].map(({ funder, from, address, left }): Attack => {
    const pay = async (attacker: Attacker) =>
      expect(await buyFunded(attacker, from, () => address)).toMatchObject({ organic: left, organicPayers: left })
    return [`payments by wallets that ${funder} gave the money`, pay, 'none']
  }),
]

/** Six wallets pay, the last of them twice; returns what is counted of it. */
async function buyFunded(attacker: Attacker, from: number, funder: (index: number) => string) {
  const payers = Array.from({ length: 6 }, (_, index) => wallet(from + index))
  for (const [index, payer] of payers.entries()) {
    funderOf.set(payer, funder(index))
    await buy(attacker, payer, 1)
    // Some are asked about after others.
    if (index === 2) await run('fundings')
  }
  await run('fundings')
  await buy(attacker, payers.at(-1) ?? '', 2)
  return (await world.catalog.get(attacker.key))?.entry.settlements ?? expect.fail()
}

const ask = (attacker: Attacker['attacker'], list: () => Promise<void>, terms: Record<string, unknown>) => {
  attacker.accepts = [option(terms)]
  return list()
}

it.each(attacks)('S-5: %s costs the first place', async (_, attack, place) => {
  const attacker = await openAttacker()
  expect(await attacker.rank()).toBe(1)
  await attack(attacker)
  const rank = await attacker.rank()
  expect(rank === 0 ? 'none' : rank > HONEST ? 'last' : rank > 1 ? 'not first' : 'first').toBe(place)
  await world.database.catalogEntry.delete({ where: { key: attacker.key } })
})

it('S-5: wallets that different ones gave the money all count, and keep the first place', async () => {
  const honest = await openAttacker()
  const counted = await buyFunded(honest, 321, (index) => wallet(381 + index))
  expect([counted, await honest.rank()]).toMatchObject([{ organic: 7, organicPayers: 6 }, 1])
  await world.database.catalogEntry.delete({ where: { key: honest.key } })
})

it('S-5: of two copies it finds the one whose payers also pay others, whoever was listed first', async () => {
  const words = 'Departures of the night ferries between all islands of the northern archipelago'
  const [thief, author, buyer] = [at(401), at(402), wallet(403)]
  const found = async () => {
    world.advance(2 * DAY_MS)
    await run('ranks')
    const { resources } = await world.catalog.search({ query: words })
    return [thief, author].filter(({ origin }) => resources.some(({ key }) => key === `GET ${origin}/tide`))
  }
  await list(thief, words)
  world.advance(6_000)
  await list(author, words)
  expect(await found()).toEqual([thief])
  await buy(author, buyer, 1)
  expect(await found()).toEqual([thief])
  await buy(at(0), buyer, 1)
  expect(await found()).toEqual([author])
})
