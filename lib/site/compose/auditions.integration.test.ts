import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, expect, it } from 'vitest'
import { answer402, bazaar, challenge, createCatalogWorld, option } from '@/development/testing/catalog-world'
import { testWorld } from '@/development/testing/test-world'
import { listedTool, refusal, toolServer } from '@/development/testing/tool-server'
import type { AuthorizationTruth } from '@/lib/base/chains/authorization'
import { encodeHeader } from '@/lib/base/x402/header-codec'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import { auditionDue } from '@/lib/bazaar/audition/audition-due'
import { closeOpen } from '@/lib/bazaar/audition/close-open'
import { reserve } from '@/lib/bazaar/audition/reserve'
import type { PurseCaps } from '@/lib/bazaar/ports'
import { openPurse } from './open-purse'

const HOUR_MS = 3_600_000
const key = generatePrivateKey()
const payer = privateKeyToAccount(key).address
const chain = { truth: { state: 'unused' } as AuthorizationTruth }
const limits: PurseCaps = { call: 20_000n, host: 5_000n, newHosts: 1_000_000n, day: 1_000_000n }

const purse = await openPurse({
  env: { purse: { keys: { evm: key }, limits }, rpcUrls: { [BASE_SEPOLIA]: [testWorld().evmRpcUrl] }, isDemo: true },
  chains: { findAuthorization: async () => chain.truth },
  answerOwn: async () => new Response(null, { status: 500 }),
  answerMcp: async () => new Response(null, { status: 500 }),
})
if (!purse) throw new Error('Expected a purse.')
const world = await createCatalogWorld({ purse })
afterAll(() => world.stop())

type Paid = (response: ServerResponse, request: IncomingMessage) => void
type Seller = { unpaid: object; paid: Paid; asked: string[]; signed: number }

const settled = {
  'payment-response': encodeHeader({ success: true, transaction: '0xabc', network: BASE_SEPOLIA, payer }),
}
const delivers =
  (body: unknown, { status = 200, type = 'application/json', headers = settled as object } = {}): Paid =>
  (response) =>
    response.writeHead(status, { 'content-type': type, ...headers }).end(JSON.stringify(body))

const hosts = { next: 2 }

/** Serves on a host of its own. */
async function serveAlone(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  hosts.next += 1
  const host = `127.0.0.${hosts.next}`
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://${host}:${(server.address() as AddressInfo).port}`
}

/** A seller on a host of its own. Nothing settles: what a test needs the chain to say, it says. */
async function openSeller(unpaid: object, paid: Paid = delivers({ low: 1 })) {
  const seller: Seller = { unpaid, paid, asked: [], signed: 0 }
  const origin = await serveAlone((request, response) => {
    seller.asked.push(`${request.method} ${request.url}`)
    if (request.url === '/robots.txt') return void response.writeHead(404).end()
    if (request.headers['payment-signature'] === undefined) return answer402(response, seller.unpaid)
    seller.signed += 1
    seller.paid(response, request)
  })
  const url = `${origin}/tides`
  const list = async () => {
    world.advance(3_000)
    return world.catalog.probe({ url })
  }
  await list()
  return {
    ...{ seller, url, list },
    audition: async () => {
      world.advance(3_000)
      await auditionDue(world.deps, 50)
      return (await world.catalog.get(`GET ${url}`))?.entry.audition ?? null
    },
    row: () => world.database.catalogEntry.findUniqueOrThrow({ where: { key: `GET ${url}` } }),
    bought: () =>
      world.database.catalogAudition.findMany({ where: { entry: { key: `GET ${url}` } }, orderBy: { id: 'asc' } }),
  }
}

/** A day later, with nothing left to buy and nothing spent. */
async function nextDay() {
  world.advance(25 * HOUR_MS)
  await world.database.catalogEntry.updateMany({ data: { nextAuditionAt: null } })
}

const terms = (amount: string, changes = {}) =>
  challenge({ accepts: [option({ amount, payTo: newWallet(), ...changes })] })
const newWallet = () => privateKeyToAccount(generatePrivateKey()).address

/** A declared answer: an object with a number `low`. */
const declared = (properties: object = { low: { type: 'number' } }) => {
  const { bazaar: extension } = bazaar({ output: { type: 'json', example: { low: 1 } } })
  const example = { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
  const output = { type: 'object', properties: { type: { type: 'string' }, example } }
  const schema = { ...extension.schema, properties: { ...extension.schema.properties, output } }
  return { accepts: [option({ payTo: newWallet() })], extensions: { bazaar: { ...extension, schema } } }
}

it('buys what is new once, keeps evidence without the paid words, and buys again after a change', async () => {
  const { seller, audition, list, bought, row } = await openSeller(challenge(declared()))
  expect(await audition()).toMatchObject({
    ...{ state: 'delivered', problem: null, fit: 'fits', misfit: null, isOutdated: false },
    ...{ status: 200, mediaType: 'application/json', bytes: 9, transaction: '0xabc', microDollars: 1_000n },
    digest: createHash('sha256').update('{"low":1}').digest('hex'),
  })
  expect(JSON.stringify(await bought(), (_, value) => String(value))).not.toContain('"low":1')
  await audition()
  expect(seller.signed).toBe(1)
  seller.unpaid = challenge(declared({ low: { type: 'number' }, high: { type: 'number' } }))
  await list()
  expect((await world.catalog.get((await row()).key))?.entry.audition).toMatchObject({ isOutdated: true })
  // Once a day, however often it changes.
  await audition()
  expect(seller.signed).toBe(1)
  world.advance(21 * HOUR_MS)
  expect(await audition()).toMatchObject({ state: 'delivered', fit: 'contradicts', isOutdated: false })
  expect(seller.signed).toBe(2)
})

it.each([
  [
    'a price that rises between the listing and the payment',
    (seller: Seller) => (seller.unpaid = terms('9000')),
    'terms_changed',
  ],
  ['another payee', (seller: Seller) => (seller.unpaid = terms('1000')), 'terms_changed'],
  ['a metered price', (seller: Seller) => (seller.unpaid = terms('1000', { scheme: 'upto' })), 'terms_changed'],
])('signs nothing for %s', async (_, change, problem) => {
  const { seller, audition, row, bought } = await openSeller(terms('1000'))
  change(seller)
  await audition()
  expect(await row()).toMatchObject({ auditionProblem: problem })
  expect(seller.signed).toBe(0)
  expect(await bought()).toEqual([])
})

it.each([
  ['above the cap of a call', terms('20001'), 'above_call_cap'],
  ['metered with a maximum above it', terms('20001', { scheme: 'upto' }), 'above_call_cap'],
  ['by a channel only', terms('1000', { scheme: 'batch-settlement' }), 'no_payable_option'],
  ['on a network without a wallet', terms('1000', { network: 'eip155:8453' }), 'no_payable_option'],
  ['to an address that nobody owns', terms('1000', { payTo: `0x${'0'.repeat(40)}` }), 'no_payable_option'],
  ['with parameters that have no sample', challenge({ ...needing() }), 'input_needed'],
])('does not buy what is sold %s', async (_, unpaid, problem) => {
  const { seller, audition, row } = await openSeller(unpaid)
  await audition()
  expect(await row()).toMatchObject({ auditionProblem: problem, nextAuditionAt: null })
  expect(seller.signed).toBe(0)
})

/** A declaration that describes its parameter, and gives no sample. */
function needing() {
  const city = { type: 'string', required: true, description: 'A city' }
  return { accepts: [option({ payTo: newWallet() })], extensions: bazaar({ queryParams: { city } }) }
}

it('does not call what may have effects', async () => {
  const { audition, row, url } = await openSeller(terms('1000'))
  await world.database.catalogEntry.update({ where: { key: (await row()).key }, data: { method: 'POST' } })
  await audition()
  expect(await row()).toMatchObject({ auditionProblem: 'method_has_effects' })
  expect(url).toContain('127.0.0.')
})

it('tells an answer that contradicts what is declared, in words of the declaration', async () => {
  const other = await openSeller(challenge(declared()), delivers({ low: 1, 'the paid word': 2 }))
  expect(await other.audition()).toMatchObject({
    ...{ state: 'delivered', fit: 'contradicts' },
    misfit: 'The answer does not fit its schema: it has something that the schema does not allow.',
  })
  const lacking = await openSeller(challenge(declared()), delivers({}))
  expect(await lacking.audition()).toMatchObject({
    misfit: 'The answer does not fit its schema: the value must have "low".',
  })
  const page = await openSeller(challenge(declared()), delivers('a page', { type: 'text/html' }))
  expect(await page.audition()).toMatchObject({
    misfit: 'The answer is text/html; declared is application/json.',
  })
})

it('calls an entry dead after payment by its own word or by the chain, and no other', async () => {
  const dead = await openSeller(terms('1000'), delivers('sorry', { status: 500 }))
  expect(await dead.audition()).toMatchObject({ state: 'undelivered', problem: 'error_status', status: 500 })
  const silent = await openSeller(terms('1000'), (response) => void response.destroy())
  expect(await silent.audition()).toMatchObject({ state: 'unknown', problem: 'unreachable' })
  const refusing = await openSeller(terms('1000'), (response) => answer402(response, terms('1000')))
  expect(await refusing.audition()).toMatchObject({ state: 'unknown', problem: 'payment_refused' })
  world.advance(61_000)
  chain.truth = { state: 'unused' }
  await closeOpen(world.deps)
  expect(await refusing.audition()).toMatchObject({ state: 'unknown', microDollars: 1_000n })
  world.advance(61_000)
  chain.truth = { state: 'settled', transaction: '0xdef', amountAtomic: 1_000n, payTo: '0x' }
  await closeOpen(world.deps)
  expect(await silent.audition()).toMatchObject({ state: 'undelivered', transaction: '0xdef' })
})

it('gives the budget of a payment back that never settles', async () => {
  const { audition, bought } = await openSeller(terms('1000'), (response) => answer402(response, terms('1000')))
  await audition()
  world.advance(61_000)
  chain.truth = { state: 'expired' }
  await closeOpen(world.deps)
  expect(await bought()).toMatchObject([{ state: 'unpaid', microDollars: 0n }])
})

it('keeps a purchase that broke off as spent and accuses nobody, unless nothing was signed', async () => {
  const { audition, bought, row } = await openSeller(terms('1000'))
  await audition()
  const [{ id, authorization } = expect.fail()] = await bought()
  // As a crash leaves it: after the signature, and before it.
  await world.database.catalogAudition.update({
    where: { id },
    data: { state: 'paying', endedAt: null, transaction: null },
  })
  const { id: entryId } = await row()
  const {
    id: _,
    authorization: __,
    receipt,
    ...facts
  } = await world.database.catalogAudition.findUniqueOrThrow({ where: { id } })
  expect(receipt).not.toBeNull()
  await world.database.catalogAudition.create({ data: { ...facts, entryId } })
  expect(authorization).toMatchObject({ payer: payer.toLowerCase(), amountAtomic: '1000' })
  chain.truth = { state: 'settled', transaction: '0xdef', amountAtomic: 1_000n, payTo: '0x' }
  for (const wait of [16 * 60_000, 61_000]) {
    world.advance(wait)
    await closeOpen(world.deps)
  }
  expect(await bought()).toMatchObject([
    { state: 'unknown', problem: 'interrupted', microDollars: 1_000n, transaction: '0xdef' },
    { state: 'unpaid', problem: 'interrupted', microDollars: 0n },
  ])
  // It is not bought again at once.
  await audition()
  expect(await bought()).toHaveLength(2)
})

it('reads a huge answer to its limit, and follows no redirect', async () => {
  const huge = await openSeller(terms('1000'), (response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...settled })
    const send = (): unknown => response.destroyed || response.write('x'.repeat(100_000), () => send())
    send()
  })
  expect(await huge.audition()).toMatchObject({ state: 'delivered', bytes: null, digest: null, fit: null })
  const trap = await openSeller(terms('1000'))
  const asked = trap.seller.asked.length
  const { audition } = await openSeller(terms('1000'), (response) =>
    response.writeHead(302, { location: trap.url, ...settled }).end(),
  )
  await audition()
  expect(trap.seller.asked.slice(asked).filter((line) => line.includes('signature'))).toEqual([])
  expect(trap.seller.signed).toBeLessThanOrEqual(1)
})

it('never spends more than its caps, by one host, one payee, new hosts, in a day or by two instances at once', async () => {
  await nextDay()
  const payTo = newWallet()
  const many = await Promise.all(Array.from({ length: 8 }, () => openSeller(terms('1000', { payTo }))))
  world.advance(3_000)
  // Two instances that ask at once.
  await Promise.all([auditionDue(world.deps, 50), auditionDue(world.deps, 50), auditionDue(world.deps, 50)])
  const problems = await Promise.all(many.map(async ({ row }) => (await row()).auditionProblem))
  expect(problems.toSorted()).toEqual(['host_cap', 'host_cap', 'host_cap', null, null, null, null, null])
  expect((await Promise.all(many.map(({ bought }) => bought()))).flat()).toHaveLength(5)

  await nextDay()
  purse.caps.newHosts = 2_000n
  const others = await Promise.all(Array.from({ length: 4 }, () => openSeller(terms('1000'))))
  await Promise.all([auditionDue(world.deps, 50), auditionDue(world.deps, 50)])
  expect((await Promise.all(others.map(({ bought }) => bought()))).flat()).toHaveLength(2)
  purse.caps.newHosts = 1_000_000n

  await nextDay()
  purse.caps.day = 3_000n
  const more = await Promise.all(Array.from({ length: 4 }, () => openSeller(terms('1000'))))
  world.advance(3_000)
  await Promise.all([auditionDue(world.deps, 50), auditionDue(world.deps, 50)])
  const ends = await Promise.all(more.map(async ({ row }) => (await row()).auditionProblem))
  expect(ends.toSorted()).toEqual(['day_cap', null, null, null])
  purse.caps.day = 1_000_000n
})

it('reserves within the caps however many ask at once', async () => {
  await nextDay()
  const { row, url } = await openSeller(terms('1000'))
  const reserved = { entryId: (await row()).id, budget: 'at-once', isOurs: false, offerDigest: null, askedBy: 'site' }
  const { extra: _, maxTimeoutSeconds: __, amount: ___, ...sold } = option({ payTo: newWallet() })
  const choice = {
    request: { url, method: 'GET' as const, headers: {} },
    terms: { ...sold, amountAtomic: 1_000n },
    ...{ micros: 1_000n, payer },
  }
  const all = await Promise.all(
    Array.from({ length: 24 }, () => reserve(world.database, limits, reserved, choice, world.deps.clock())),
  )
  expect(all.filter((one) => 'id' in one)).toHaveLength(5)
})

it('buys once more when its seller asks, once an hour', async () => {
  await nextDay()
  const { seller, audition, row } = await openSeller(terms('1000'))
  const { key: entry } = await row()
  await audition()
  world.advance(1_000)
  await world.catalog.askAudition(entry)
  await audition()
  expect(seller.signed).toBe(2)
  await expect(world.catalog.askAudition(entry)).rejects.toMatchObject({ code: 'AUDITION_TOO_SOON' })
  const { isOn, past } = await world.catalog.auditions(entry)
  expect({ isOn, past }).toMatchObject({ isOn: true, past: past.map(() => ({ state: 'delivered', status: 200 })) })
  await expect(world.catalog.askAudition('GET http://nowhere.example/')).rejects.toMatchObject({
    code: 'ENTRY_NOT_FOUND',
  })
  world.advance(HOUR_MS)
  await world.catalog.askAudition(entry)
  expect(await audition()).toMatchObject({ state: 'delivered' })
  expect(seller.signed).toBe(3)
})

it('does not make an entry popular', async () => {
  const { seller, audition, url } = await openSeller(challenge(declared()))
  await audition()
  const paymentRequirements = (seller.unpaid as { accepts: PaymentRequirements[] }).accepts[0] as PaymentRequirements
  const paymentPayload = {
    x402Version: 2,
    resource: { url },
    accepted: paymentRequirements,
    payload: {},
    extensions: bazaar(),
  }
  const response = { success: true, transaction: '0xabc', network: BASE_SEPOLIA, payer, amount: '1000' } as const
  await world.settle({ paymentPayload: paymentPayload as unknown as PaymentPayload, paymentRequirements, response })
  await world.count()
  expect((await world.catalog.get(`GET ${url}`))?.entry.settlements).toMatchObject({
    total: 1,
    organic: 0,
    organicPayers: 0,
  })
})

type ToolEnd = (response: ServerResponse) => object | Promise<never>
type Tool = {
  accepts: object[]
  inputSchema: object
  example?: object
  annotations?: object
  answer: ToolEnd
  calls: Call[]
}
type Call = { arguments?: unknown; _meta?: Record<string, unknown> | undefined }

const forever = () => new Promise<never>(() => undefined)
const settledMeta = { 'x402/payment-response': { success: true, transaction: '0xabc', network: BASE_SEPOLIA, payer } }
const tideOf = (low: unknown) => ({ structuredContent: { low }, content: [], _meta: settledMeta })

/** A server of one tool, on a host of its own. */
async function openTool(changes: Partial<Tool> = {}) {
  const tool: Tool = {
    ...{
      accepts: [option({ payTo: newWallet() })],
      inputSchema: { type: 'object' },
      answer: () => tideOf(1),
      calls: [],
    },
    ...changes,
  }
  const input = { type: 'mcp', toolName: 'tides', inputSchema: tool.inputSchema, example: tool.example }
  const answered = { type: 'object', properties: { low: { type: 'number' } }, required: ['low'] }
  const output = { type: 'object', properties: { example: answered } }
  const schema = { type: 'object', properties: { input: { type: 'object' }, output } }
  const extensions = { bazaar: { info: { input, output: { type: 'json' } }, schema } }
  const origin = await serveAlone((request, response) => {
    const { inputSchema, annotations } = tool
    const listed = { ...listedTool('tides'), inputSchema: { ...inputSchema, type: 'object' as const }, annotations }
    const call = (params: Call) => {
      tool.calls.push(params)
      const isPaid = params._meta?.['x402/payment'] !== undefined
      const terms = challenge({ accepts: tool.accepts, resource: { url: 'mcp://tool/tides' }, extensions })
      return (isPaid ? tool.answer(response) : refusal(terms)) as CallToolResult | Promise<never>
    }
    if (request.url === '/robots.txt') return void response.writeHead(404).end()
    toolServer({ pages: [[listed]], call })(request, response)
  })
  const key = `mcp ${origin}/mcp#tides`
  world.advance(3_000)
  expect(await world.catalog.probe({ url: `${origin}/mcp`, toolName: 'tides' })).toMatchObject({ status: 'success' })
  tool.calls.length = 0
  return {
    ...{ tool, url: `${origin}/mcp` },
    paid: () => tool.calls.filter(({ _meta }) => _meta?.['x402/payment'] !== undefined),
    audition: async () => {
      world.advance(3_000)
      await auditionDue(world.deps, 50)
      return (await world.catalog.get(key))?.entry.audition ?? null
    },
    row: () => world.database.catalogEntry.findUniqueOrThrow({ where: { key } }),
  }
}

const city = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }

it.each([
  ['no arguments', {}, {}],
  ['a declared example', { inputSchema: city, example: { city: 'Oslo' } }, { city: 'Oslo' }],
  ['a default', { inputSchema: { ...city, properties: { city: { default: 'Rome' } } } }, { city: 'Rome' }],
])('buys a tool once with %s, and keeps evidence without the paid words', async (_, changes, sent) => {
  await nextDay()
  const { tool, paid, audition } = await openTool(changes)
  expect(await audition()).toMatchObject({
    ...{
      state: 'delivered',
      problem: null,
      fit: 'fits',
      status: null,
      mediaType: null,
      transaction: '0xabc',
      bytes: 9,
    },
    digest: createHash('sha256').update('{"low":1}').digest('hex'),
  })
  await audition()
  expect(tool.calls.map((call) => call.arguments)).toEqual([sent, sent])
  expect(paid()).toHaveLength(1)
})

it.each<[string, Partial<Tool>, Partial<Tool>, string]>([
  ['needs arguments without a sample', { inputSchema: city }, {}, 'input_needed'],
  ['has an example that its schema refuses', { inputSchema: city, example: { city: 7 } }, {}, 'input_needed'],
  ['says that it changes something', {}, { annotations: { readOnlyHint: false } }, 'tool_has_effects'],
  ['says that it destroys something', {}, { annotations: { destructiveHint: true } }, 'tool_has_effects'],
  ['asks for more than it is listed for', {}, { accepts: [option({ amount: '9000' })] }, 'terms_changed'],
  ['asks for another payee', {}, { accepts: [option({ payTo: newWallet() })] }, 'terms_changed'],
  ['costs more than the cap', { accepts: [option({ amount: '20001', payTo: newWallet() })] }, {}, 'above_call_cap'],
])('signs nothing for a tool that %s', async (_, listed, later, problem) => {
  await nextDay()
  const { tool, paid, audition, row } = await openTool(listed)
  Object.assign(tool, later)
  expect(await audition()).toBeNull()
  expect(await row()).toMatchObject({ auditionProblem: problem })
  expect(paid()).toEqual([])
  // One that says so is not even asked for its terms.
  if (problem !== 'terms_changed') expect(tool.calls).toEqual([])
})

it('tells of a tool that takes the payment and fails, or that answers something else', async () => {
  await nextDay()
  const failing = (meta?: object) => ({ isError: true, content: [{ type: 'text', text: 'sorry' }], _meta: meta })
  const dead = await openTool({ answer: () => failing(settledMeta) })
  expect(await dead.audition()).toMatchObject({ state: 'undelivered', problem: 'tool_error', status: null })
  const unsettled = await openTool({ answer: () => failing() })
  expect(await unsettled.audition()).toMatchObject({ state: 'unknown', problem: 'tool_error' })
  const again = await openTool({ answer: () => refusal(challenge()) })
  expect(await again.audition()).toMatchObject({ state: 'unknown', problem: 'payment_refused' })
  const other = await openTool({ answer: () => tideOf('the paid word') })
  expect(await other.audition()).toMatchObject({
    ...{ state: 'delivered', fit: 'contradicts' },
    misfit: 'The answer does not fit its schema: /low must be number.',
  })
})

it('follows no redirect of a paid call, reads no answer without end, and accuses nobody of its length', async () => {
  await nextDay()
  chain.truth = { state: 'settled', transaction: '0xdef', amountAtomic: 1_000n, payTo: '0x' }
  const trap = await openTool()
  const lured = await openTool({
    answer: (response) => {
      response.writeHead(307, { location: trap.url }).end()
      return forever()
    },
  })
  expect(await lured.audition()).toMatchObject({ state: 'unknown', problem: 'not_mcp' })
  const huge = await openTool({
    answer: (response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const send = (): unknown => response.destroyed || response.write('x'.repeat(100_000), () => send())
      send()
      return forever()
    },
  })
  expect(await huge.audition()).toMatchObject({ state: 'unknown', problem: 'too_large' })
  expect(trap.paid().length).toBeLessThanOrEqual(1)
  world.advance(61_000)
  await closeOpen(world.deps)
  expect(await lured.audition()).toMatchObject({ state: 'undelivered', transaction: '0xdef' })
  expect(await huge.audition()).toMatchObject({ state: 'unknown', transaction: '0xdef' })
})
