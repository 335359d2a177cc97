import { afterAll, expect, it } from 'vitest'
import { answer402, bazaar, challenge, createCatalogWorld, option } from '@/development/testing/catalog-world'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import { toListing } from '../../browse/listing'
import { presentEntry } from '../../browse/present-entry'
import { type LookOutKind, lookOutKinds } from '../../entry/look-outs'
import { entryShape } from '../../http/shapes'
import { parseListing } from '../parse-listing'
import { saveEntries } from '../save-entries'

const world = await createCatalogWorld()
afterAll(() => world.stop())

const DAY_MS = 86_400_000
const wallet = (digits: number) => `0x${String(digits).padStart(40, '0')}`

/** A seller on a port of its own; `answers` by path may change between requests, `wildcard` answers all others. */
async function openSeller() {
  const answers = new Map<string, object>()
  const seller = { answers, wildcard: null as object | null, origin: '' }
  seller.origin = await world.serve((request, response) => {
    const answer = answers.get(new URL(request.url ?? '/', 'http://localhost').pathname) ?? seller.wildcard
    if (answer) answer402(response, answer)
    else response.writeHead(404).end()
  })
  return {
    seller,
    key: (path: string) => `GET ${seller.origin}${path}`,
    /** Lists the resource, or sees its new terms, six minutes later. */
    list: async (path: string, parts: Parameters<typeof challenge>[0] = {}) => {
      const resource = { description: `Service at ${path}`, ...parts.resource }
      answers.set(path, challenge({ ...parts, resource }))
      world.advance(360_000)
      expect(await world.catalog.probe({ url: `${seller.origin}${path}` })).toMatchObject({ status: 'success' })
    },
  }
}

const run = async (name: string) => void (await world.catalog.jobs.find((job) => job.name === `catalog ${name}`)?.run())

async function entryOf(key: string) {
  const found = await world.catalog.get(key)
  if (!found) throw new Error(`Not listed: ${key}`)
  entryShape.parse(presentEntry(found.entry))
  return found.entry
}

const kindsOf = async (key: string): Promise<LookOutKind[]> => (await entryOf(key)).lookOuts.map(({ kind }) => kind)

/** Lists on hosts of any name, as an import or a probe of them does. */
async function listElsewhere(host: string, facts: Record<string, unknown>, source: 'probed' | 'imported' = 'probed') {
  const { amount = '1000', payTo = wallet(1), ...rest } = facts
  const asset = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
  const accepts = [{ scheme: 'exact', network: 'eip155:8453', amount, asset, payTo, maxTimeoutSeconds: 60 }]
  const listing = { resource: `https://${host}/a`, method: 'GET', type: 'http', accepts, ...rest }
  const parsed = parseListing(listing, { allowLoopback: true })
  if (!parsed.ok) throw new Error(parsed.message)
  const verification = source === 'probed' ? ('live' as const) : ('unverified' as const)
  world.advance(1_000)
  await saveEntries(
    world.database,
    [{ draft: parsed.draft, provenance: { source, sourceLabel: host, verification } }],
    world.deps.clock(),
  )
  return parsed.draft.key
}

/** Payments as the facilitator's ledger has them, counted. */
async function pay(url: string, payer: string, { times = 1, payTo = option().payTo, amount = '1000' } = {}) {
  for (let time = 0; time < times; time += 1) {
    const paymentRequirements = option({ payTo, amount }) as unknown as PaymentRequirements
    const paid = { x402Version: 2, resource: { url }, accepted: paymentRequirements, payload: {}, extensions: bazaar() }
    const transaction = `${url} ${payer} ${time}`
    const response = { success: true, transaction, network: paymentRequirements.network, payer, amount }
    await world.settle({ paymentPayload: paid as unknown as PaymentPayload, paymentRequirements, response })
  }
  await world.count()
}

it('tells of a payee that is swapped, in list, search, entry and on the wire, until thirty days are over', async () => {
  const { list, key } = await openSeller()
  await list('/dice', { accepts: [option({ payTo: wallet(1) })] })
  const [firstAt, checks] = [world.deps.clock(), (await entryOf(key('/dice'))).checks]
  expect(checks).toEqual({ terms: firstAt, text: firstAt, host: null, payments: null })
  await list('/dice', { accepts: [option({ payTo: wallet(2) })] })
  expect(await kindsOf(key('/dice'))).toEqual(['payee_changed'])
  for (let change = 3; change <= 9; change += 1) await list('/dice', { accepts: [option({ payTo: wallet(change) })] })
  const [{ resources }, { items }] = await Promise.all([
    world.catalog.search({ query: 'service at dice' }),
    world.catalog.list({}),
  ])
  for (const entry of [...resources, ...items].filter((one) => one.key === key('/dice')))
    expect(entry.lookOuts).toMatchObject([{ kind: 'payee_swaps', evidence: { changes: 8, payees: 9 } }])
  expect(presentEntry(await entryOf(key('/dice'))).quality).toMatchObject({
    l30DaysTotalCalls: 0,
    lookOuts: [{ effect: 'stop', text: 'Its payee changed 8 times in 30 days, among 9 wallets.' }],
    checkedAt: { terms: world.deps.clock().toISOString() },
  })
  world.advance(31 * DAY_MS)
  await run('look-outs')
  const { lookOuts, clearedLookOuts } = await entryOf(key('/dice'))
  expect({ lookOuts, past: clearedLookOuts.map(({ kind, clearedAt }) => [kind, clearedAt]) }).toEqual({
    lookOuts: [],
    past: expect.arrayContaining([['payee_swaps', world.deps.clock()]]),
  })
})

it('sees a new payee behind a network that is added, and none in a network for the same payee', async () => {
  const { list, key } = await openSeller()
  await list('/hidden', { accepts: [option({ payTo: wallet(1) })] })
  await list('/hidden', {
    accepts: [option({ payTo: wallet(2) }), option({ network: 'eip155:8453', payTo: wallet(2) })],
  })
  expect(await kindsOf(key('/hidden'))).toEqual(['payee_changed'])
  await list('/steady', { accepts: [option({})] })
  await list('/steady', { accepts: [option({}), option({ network: 'eip155:8453' })] })
  await list('/steady', { accepts: [option({ amount: '2000' }), option({ network: 'eip155:8453', amount: '2000' })] })
  expect(await kindsOf(key('/steady'))).toEqual([])
})

it('tells of a price that swings: three times in a day, or ten times as much', async () => {
  const { list, key } = await openSeller()
  for (const amount of ['1000', '2000', '3000', '4000']) await list('/often', { accepts: [option({ amount })] })
  expect((await entryOf(key('/often'))).lookOuts).toMatchObject([
    { kind: 'price_swings', evidence: { changes: 3, lowest: '$0.001', highest: '$0.004' } },
  ])
  for (const amount of ['1000', '20000']) await list('/far', { accepts: [option({ amount })] })
  expect(await kindsOf(key('/far'))).toEqual(['price_swings'])
})

it('tells of a decoy: dear at any rate, against its kind, or against its own past, until somebody pays that', async () => {
  const { list, key, seller } = await openSeller()
  await list('/bomb', { accepts: [option({ amount: '150000000' })] })
  expect(await kindsOf(key('/bomb'))).toEqual(['decoy_price'])
  for (const amount of ['1000', '2000000']) await list('/bait', { accepts: [option({ amount })] })
  expect(await kindsOf(key('/bait'))).toEqual(['decoy_price', 'price_swings'])
  const tags = ['tides']
  const dear = await listElsewhere('dear.example.com', { amount: '2000000', tags })
  expect(await kindsOf(dear)).toEqual([])
  for (let host = 0; host < 10; host += 1) await listElsewhere(`kin${host}.example.net`, { amount: '10000', tags })
  await listElsewhere('dear.example.com', { amount: '2000000', tags })
  expect((await entryOf(dear)).lookOuts).toMatchObject([{ kind: 'decoy_price', evidence: { kind: '$0.01' } }])
  await pay(`${seller.origin}/bomb`, wallet(77), { amount: '150000000' })
  expect(await kindsOf(key('/bomb'))).toEqual([])
})

it('tells all entries of a host that asks for payment at any address, once a day and not against its robots', async () => {
  const [wild, tame] = [await openSeller(), await openSeller()]
  wild.seller.wildcard = challenge()
  for (const path of ['/a', '/b']) await wild.list(path)
  await tame.list('/a')
  // Its tools ask for payment inside of an answer: what other addresses do says nothing of them.
  const tool = await listElsewhere('a tool', { resource: `${wild.seller.origin}/mcp`, type: 'mcp', toolName: 'tides' })
  world.advance(DAY_MS)
  for (let round = 0; round < 3; round += 1) {
    world.advance(5_000)
    await run('crawler')
  }
  await run('look-outs')
  expect(await kindsOf(wild.key('/a'))).toEqual(['answers_any_path'])
  expect(await kindsOf(wild.key('/b'))).toEqual(['answers_any_path'])
  world.advance(2 * DAY_MS)
  await run('look-outs')
  expect(await kindsOf(tool)).toEqual([])
  const { lookOuts, checks } = await entryOf(tame.key('/a'))
  expect({ lookOuts, isTried: checks.host !== null }).toEqual({ lookOuts: [], isTried: true })
  wild.seller.wildcard = null
  world.advance(2 * DAY_MS)
  for (let round = 0; round < 3; round += 1) {
    world.advance(5_000)
    await run('crawler')
  }
  expect(await kindsOf(wild.key('/a'))).toEqual([])
})

const tides = { description: 'Every tide of the northern harbours, hour by hour, for a week' }
const ferries = { description: 'Departures of ferries between islands with delays, gates and prices of a car' }
const storms = { description: 'Warnings of storms for sailors, drawn on a chart, with wind and waves by region' }

it('tells of copies and mirrors, and lets no imported listing accuse another', async () => {
  await listElsewhere('first.example.com', { ...tides, payTo: wallet(1) })
  const copy = await listElsewhere('copy.example.net', { ...tides, payTo: wallet(2) })
  expect((await entryOf(copy)).lookOuts).toMatchObject([
    { kind: 'copied', evidence: { original: 'https://first.example.com/a' } },
  ])
  await listElsewhere('one.example.org', { ...ferries, payTo: wallet(1) }, 'imported')
  const imported = await listElsewhere('two.example.biz', { ...ferries, payTo: wallet(2) }, 'imported')
  expect(await kindsOf(imported)).toEqual([])
  const stuffed = { description: 'lighthouse '.repeat(12), payTo: wallet(3) }
  const { lookOuts } = toListing(await entryOf(await listElsewhere('s.example.com', stuffed, 'imported')))
  expect(lookOuts).toMatchObject([{ kind: 'stuffed', isGrave: false }])
  for (const host of ['m1.example.com', 'm2.example.net', 'm3.example.org'])
    await listElsewhere(host, { ...storms, payTo: wallet(4) })
  expect(await kindsOf(await listElsewhere('m4.example.biz', { ...storms, payTo: wallet(4) }))).toEqual(['mirrored'])
})

it('tells of a farm of clones, all of them, and of stuffed text', async () => {
  const { key, list } = await openSeller()
  const resource = { description: 'Fast and reliable answers for every agent that needs one, from the edge' }
  for (let clone = 0; clone < 30; clone += 1) await list(`/clone${clone}`, { resource })
  expect(await kindsOf(key('/clone0'))).toEqual(['farmed'])
  await list('/stuffed', { resource: { description: 'weather '.repeat(12) } })
  expect(await kindsOf(key('/stuffed'))).toEqual(['stuffed'])
})

it.each([
  ['copied', 'Colonies of gulls on cliffs, counted by boat every spring since the war', 'stop'],
  ['stuffed', 'harbour '.repeat(12), 'care'],
] as const)('calls %s grave until three independent wallets have paid for it', async (kind, description, effect) => {
  if (kind === 'copied') await listElsewhere('gulls.example.com', { description })
  const { key, list, seller } = await openSeller()
  await list('/a', { resource: { description } })
  const told = async () => {
    const entry = await entryOf(key('/a'))
    const [shown, presented] = [toListing(entry).lookOuts, presentEntry(entry).quality.lookOuts]
    return [...shown.map((one) => [one.kind, one.isGrave]), ...presented.map((one) => [one.kind, one.effect])]
  }
  expect(await told()).toEqual([
    [kind, true],
    [kind, effect],
  ])
  for (const payer of [91, 92, 93]) await pay(`${seller.origin}/a`, wallet(payer))
  expect(await told()).toEqual([
    [kind, false],
    [kind, 'care'],
  ])
  world.advance(10_000)
  const { reasons } = await world.catalog.preflight({ url: `${seller.origin}/a` })
  expect(reasons).toContainEqual(expect.objectContaining({ code: kind, effect: 'care' }))
})

it('tells of payments by the seller, and of one payer with many listings', async () => {
  const { key, list, seller } = await openSeller()
  const payTo = wallet(50)
  await list('/vain', { accepts: [option({ payTo })] })
  await pay(`${seller.origin}/vain`, payTo, { times: 6, payTo })
  expect((await entryOf(key('/vain'))).lookOuts).toMatchObject([
    { kind: 'self_paid', evidence: { total: 6, organic: 0 } },
  ])
  for (let path = 0; path < 10; path += 1) {
    await list(`/same${path}`, { accepts: [option({ payTo: wallet(51) })] })
    await pay(`${seller.origin}/same${path}`, wallet(52), { payTo: wallet(51) })
  }
  world.advance(2 * DAY_MS)
  await run('look-outs')
  expect((await entryOf(key('/same0'))).lookOuts).toMatchObject([{ kind: 'one_payer', evidence: { listings: 10 } }])
})

it('has words for every kind, with each place filled', async () => {
  const kinds = Object.keys(lookOutKinds) as LookOutKind[]
  const { list, key } = await openSeller()
  await list('/any')
  const entry = await entryOf(key('/any'))
  const at = world.deps.clock()
  const evidence = {
    ...{ changes: 3, payees: 4, asked: '$1', original: 'https://a.example/', total: 9, organic: 1 },
    ...{ clones: 30, misfit: 'price', lowest: '$1', highest: '$2', listings: 10, hosts: 3 },
  }
  const lookOuts = kinds.map((kind) => ({ kind, evidence, firstSeenAt: at, lastSeenAt: at }))
  const texts = presentEntry({ ...entry, lookOuts }).quality.lookOuts.map(({ text }) => text)
  expect(texts.filter((text) => /[{}]|lookOuts\./.test(text))).toEqual([])
})
