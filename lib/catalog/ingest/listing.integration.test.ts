import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PaymentPayload, PaymentRequirements } from '@/lib/x402/wire'
import { answer402, bazaar, type CatalogWorld, challenge, createCatalogWorld, option } from '@/testing/catalog-world'
import { presentEntry } from '../browse/present-entry'
import { importFromFacilitator } from '../crawl/import-from-facilitator'
import { ownerMessage } from './owner-action'
import { parseListing } from './parse-listing'
import { saveEntries } from './save-entries'

let world: CatalogWorld
let origin: string
/** What the seller's server answers to each path; set by each test. */
const answers = new Map<string, object | number>()

beforeAll(async () => {
  world = await createCatalogWorld()
  origin = await world.serve((request: IncomingMessage, response) => {
    const answer = answers.get(new URL(request.url ?? '/', 'http://localhost').pathname)
    if (typeof answer === 'object') answer402(response, answer)
    else response.writeHead(answer ?? 404).end()
  })
})
afterAll(() => world.stop())

const key = (path: string, method = 'GET') => `${method} ${origin}${path}`
const pendingListing = (path: string) => world.database.catalogPendingListing.findUnique({ where: { key: key(path) } })
/** The crawler waits between requests to one host. */
const later = () => world.advance(3_000)

const settled = (
  url: string,
  extensions: Record<string, unknown>,
  {
    payer = '0x2222222222222222222222222222222222222222',
    payTo,
    transaction = `0x${Math.random().toString(16).slice(2)}`,
  }: { payer?: string; payTo?: string; transaction?: string } = {},
) => {
  const paymentRequirements = option(payTo ? { payTo } : {}) as unknown as PaymentRequirements
  const paymentPayload = {
    x402Version: 2,
    resource: { url, description: 'what the buyer wrote' },
    accepted: paymentRequirements,
    payload: { nonce: transaction },
    extensions,
  } as unknown as PaymentPayload
  return {
    paymentPayload,
    paymentRequirements,
    response: { success: true, transaction, network: paymentRequirements.network, payer, amount: '1000' },
  }
}

/** Short enough as it is written, too long for a key once it is encoded. */
const longPath = () =>
  randomBytes(900)
    .toString('latin1')
    .replace(/[^\xa1-\xff]/g, 'é')

const finish = async () => {
  await world.count()
  later()
  for (const job of world.catalog.jobs.filter(({ name }) => name === 'catalog pending listings')) await job.run()
}

describe('a probe', () => {
  it('lists a resource that answers 402, in the words of its own challenge', async () => {
    answers.set(
      '/weather',
      challenge({
        resource: { serviceName: 'Weather House', tags: ['weather'], description: 'Weather of a city' },
        extensions: bazaar(),
      }),
    )
    expect(await world.catalog.probe({ url: `${origin}/weather?city=Oslo` })).toEqual({
      status: 'success',
      key: key('/weather'),
    })
    const { resources } = await world.catalog.search({ query: 'weather house' })
    expect(resources[0]).toMatchObject({
      resource: `${origin}/weather`,
      serviceName: 'Weather House',
      tags: ['weather'],
    })
    expect(resources.map(presentEntry)[0]?.accepts[0]).toMatchObject({ amount: '1000', maxAmountRequired: '1000' })
  })

  it('makes one entry of all paths of a template', async () => {
    for (const id of ['1', '2']) {
      later()
      answers.set(`/users/${id}`, challenge({ extensions: bazaar({}, { routeTemplate: '/users/:id' }) }))
      expect(await world.catalog.probe({ url: `${origin}/users/${id}` })).toEqual({
        status: 'success',
        key: key('/users/:id'),
      })
    }
    expect(await world.database.catalogEntry.count({ where: { resource: { startsWith: `${origin}/users` } } })).toBe(1)
  })

  it.each([
    ['answers 200', 200, 'not_402'],
    ['demands no payable option', challenge({ accepts: [option({ amount: undefined })] }), 'no_payable_option'],
    [
      'speaks of another resource',
      challenge({ resource: { url: 'https://bank.example.com/login' } }),
      'resource_differs',
    ],
    [
      'declares a template that does not fit',
      challenge({ extensions: bazaar({}, { routeTemplate: '/other/:id' }) }),
      'bazaar_differs',
    ],
    ['declares another method', challenge({ extensions: bazaar({ method: 'DELETE' }) }), 'bazaar_differs'],
    ['declares a broken extension', challenge({ extensions: { bazaar: { info: {} } } }), 'bazaar_invalid'],
  ])('does not list what %s', async (_, answer, code) => {
    later()
    answers.set('/bad', answer as object)
    expect(await world.catalog.probe({ url: `${origin}/bad` })).toMatchObject({ status: 'rejected', code })
    expect(await world.catalog.get(key('/bad'))).toBeNull()
  })

  it('asks one host only every two seconds', async () => {
    later()
    await world.catalog.probe({ url: `${origin}/weather` })
    await expect(world.catalog.probe({ url: `${origin}/weather` })).rejects.toMatchObject({ code: 'PROBE_TOO_SOON' })
  })

  it.each(['http://169.254.169.254/', 'http://10.0.0.1/', 'file:///etc/passwd', 'https://printer.local/', 'nonsense'])(
    'refuses %s',
    async (url) => {
      await expect(world.catalog.probe({ url })).rejects.toMatchObject({ code: 'INVALID_URL' })
    },
  )

  it('refuses an address that is too long for an index once it is encoded', async () => {
    later()
    const url = new URL(`${origin}/${longPath()}`)
    answers.set(url.pathname, challenge())
    expect(await world.catalog.probe({ url: decodeURI(url.href) })).toMatchObject({
      status: 'rejected',
      code: 'resource_invalid',
    })
  })

  it('in production refuses loopback too', async () => {
    const outside = await createCatalogWorld({ reach: 'public' })
    await expect(outside.catalog.probe({ url: `${origin}/weather` })).rejects.toMatchObject({ code: 'INVALID_URL' })
    await outside.stop()
  })
})

describe('a settlement that carries bazaar', () => {
  it('is processing until the live resource was asked, then success', async () => {
    answers.set('/news', challenge({ resource: { description: 'News of the day' }, extensions: bazaar() }))
    expect(await world.settle(settled(`${origin}/news`, bazaar()))).toEqual({
      bazaar: { status: 'processing' },
    })
    await world.count()
    expect(await pendingListing('/news')).toMatchObject({ state: 'waiting' })
    await finish()
    expect(await pendingListing('/news')).toMatchObject({ state: 'success', reason: null })
    expect((await world.catalog.get(key('/news')))?.entry.description).toBe('News of the day')
    expect(await world.settle(settled(`${origin}/news`, bazaar()))).toEqual({
      bazaar: { status: 'success' },
    })
    await world.count()
    expect((await world.catalog.get(key('/news')))?.entry).toMatchObject({
      settlements: { total: 2, organic: 2, organicPayers: 1, last30Days: { total: 2, organic: 2, payers: 1 } },
    })
  })

  it('lists nothing that the live resource does not confirm', async () => {
    answers.set('/claimed', 200)
    await world.settle(settled(`${origin}/claimed`, bazaar()))
    for (let attempt = 0; attempt < 8; attempt += 1) {
      world.advance(3_600_000 * 24)
      await finish()
    }
    expect(await pendingListing('/claimed')).toMatchObject({ state: 'rejected' })
    expect(await world.catalog.get(key('/claimed'))).toBeNull()
    const refused = await world.settle(settled(`${origin}/claimed`, bazaar()))
    expect(refused).toMatchObject({ bazaar: { status: 'rejected', rejectedReason: expect.stringContaining('402') } })
    answers.set('/claimed', challenge({ extensions: bazaar() }))
    world.advance(3_600_000)
    await finish()
    expect(await world.settle(settled(`${origin}/claimed`, bazaar()))).toEqual({ bazaar: { status: 'success' } })
    await world.count()
  })

  describe('ends for good', () => {
    const statusOf = async (url: string, extensions: Record<string, unknown> = bazaar()) =>
      (await world.settle(settled(url, extensions)))?.bazaar
    /** The database refuses to write a row of that table for that key. */
    async function breakWrites(table: 'catalog_entries' | 'catalog_waiting_sales', column: string, value: string) {
      const name = `break_${table}`
      await world.database.$executeRawUnsafe(`
        CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN IF NEW.${column} = '${value}' THEN RAISE 'broken'; END IF; RETURN NEW; END $$`)
      await world.database.$executeRawUnsafe(
        `CREATE TRIGGER ${name} BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION ${name}()`,
      )
      return () => world.database.$executeRawUnsafe(`DROP TRIGGER ${name} ON ${table}`)
    }

    it('when its listing breaks on our side: tried again, and given up after six times', async () => {
      answers.set('/breaks', challenge({ extensions: bazaar() }))
      const mend = await breakWrites('catalog_entries', 'key', key('/breaks'))
      expect(await statusOf(`${origin}/breaks`)).toEqual({ status: 'processing' })
      await finish()
      expect(await pendingListing('/breaks')).toMatchObject({ state: 'waiting', attempts: 1 })
      for (let attempt = 1; attempt < 6; attempt += 1) {
        world.advance(3_600_000 * 24)
        await finish()
      }
      expect(await pendingListing('/breaks')).toMatchObject({ state: 'rejected', attempts: 6 })
      expect(await statusOf(`${origin}/breaks`)).toMatchObject({ status: 'rejected' })
      await mend()
      await finish()
      expect(await statusOf(`${origin}/breaks`)).toEqual({ status: 'success' })
      await world.count()
    })

    it('when each worker dies over it, without asking it once more', async () => {
      answers.set('/deadly', challenge({ extensions: bazaar() }))
      expect(await statusOf(`${origin}/deadly`)).toEqual({ status: 'processing' })
      await world.count()
      const died = { attempts: 6, dueAt: world.deps.clock() }
      await world.database.catalogPendingListing.update({ where: { key: key('/deadly') }, data: died })
      await finish()
      expect(await pendingListing('/deadly')).toMatchObject({ state: 'rejected' })
    })

    it('when its payment cannot be counted beside others that can', async () => {
      answers.set('/uncounted', challenge({ extensions: bazaar() }))
      const mend = await breakWrites('catalog_waiting_sales', 'listing_key', key('/uncounted'))
      expect(await statusOf(`${origin}/uncounted`)).toEqual({ status: 'processing' })
      await world.settle(settled(`${origin}/claimed`, bazaar()))
      await finish()
      await mend()
      expect(await statusOf(`${origin}/uncounted`)).toEqual({ status: 'success' })
      await world.count()
    })

    it('when it cannot be read at all', async () => {
      const url = { toString: () => `${origin}/unread` } as unknown as string
      const trap = new Proxy(bazaar(), {
        get: () => {
          throw new Error('unreadable')
        },
      })
      const sale = settled(url, trap)
      expect(await world.catalog.readSale(sale).responses()).toMatchObject({ bazaar: { status: 'rejected' } })
    })
  })

  it('cannot swap the payee of what is listed', async () => {
    const thief = '0x9999999999999999999999999999999999999999'
    expect(await world.settle(settled(`${origin}/news`, bazaar(), { payTo: thief }))).toEqual({
      bazaar: { status: 'processing' },
    })
    await finish()
    const detail = await world.catalog.get(key('/news'))
    expect(detail?.entry.options.map(({ payTo }) => payTo)).not.toContain(thief)
    expect(detail?.entry).toMatchObject({ settlements: { total: 2 } })
  })

  it('does not count self-payments and circles as organic', async () => {
    const before = (await world.catalog.get(key('/news')))?.entry
    await world.settle(settled(`${origin}/news`, bazaar(), { payer: '0x1111111111111111111111111111111111111111' }))
    await world.count()
    expect((await world.catalog.get(key('/news')))?.entry).toMatchObject({
      settlements: { total: 3, organic: before?.settlements.organic },
    })
  })

  it('counts one transaction once', async () => {
    const one = settled(`${origin}/news`, bazaar())
    await world.settle(one)
    await world.count()
    await world.settle(one)
    expect(await world.count()).toBe(1)
    expect((await world.catalog.get(key('/news')))?.entry).toMatchObject({
      settlements: { total: 4 },
    })
  })

  it('lists an MCP tool under resource and toolName, of each seller that is paid under them', async () => {
    const tool = {
      bazaar: {
        info: {
          input: {
            type: 'mcp',
            tool: 'forecast',
            inputSchema: { type: 'object', properties: { city: { type: 'string' } } },
          },
        },
        schema: { type: 'object', properties: { input: { type: 'object' } } },
      },
    }
    const buy = () => world.settle(settled('mcp://tool/forecast', tool))
    expect(await buy()).toEqual({ bazaar: { status: 'processing' } })
    await world.count()
    expect(await buy()).toEqual({ bazaar: { status: 'success' } })
    await world.count()
    const { items } = await world.catalog.list({ type: 'mcp' })
    expect(items[0]).toMatchObject({
      resource: 'mcp://tool/forecast',
      input: { type: 'mcp', toolName: 'forecast' },
      // Its server was never asked.
      verification: 'unverified',
      settlements: { total: 2 },
    })
    const [payTo, third] = [`0x${'8'.repeat(40)}`, `0x${'9'.repeat(40)}`]
    const buyOther = (of = payTo) => world.settle(settled('mcp://tool/forecast', tool, { payTo: of }))
    expect(await buyOther()).toEqual({ bazaar: { status: 'processing' } })
    await world.count()
    expect(await buyOther(payTo.toUpperCase().replace('0X', '0x'))).toEqual({ bazaar: { status: 'success' } })
    await Promise.all([buy(), buyOther(third)])
    await world.count()
    const both = await world.catalog.list({ type: 'mcp' })
    const sold = both.items.map(({ resource, options, settlements }) => [
      resource,
      options[0]?.payTo,
      settlements.total,
    ])
    expect(sold).toHaveLength(3)
    expect(sold).toEqual(
      expect.arrayContaining([
        ['mcp://tool/forecast', '0x1111111111111111111111111111111111111111', 3],
        ['mcp://tool/forecast', payTo, 2],
        ['mcp://tool/forecast', third, 1],
      ]),
    )
    for (const { key } of both.items) expect((await world.catalog.get(key))?.entry.key).toBe(key)
  })

  it('lists both of two sellers who are first paid under one identifier at once', async () => {
    const tool = {
      bazaar: {
        info: { input: { type: 'mcp', toolName: 'twins', inputSchema: { type: 'object' } } },
        schema: { type: 'object', properties: { input: { type: 'object' } } },
      },
    }
    const payees = ['a', 'b'].map((digit) => `0x${digit.repeat(40)}`)
    for (const payTo of payees) await world.settle(settled('mcp://tool/twins', tool, { payTo }))
    await world.count()
    const { items } = await world.catalog.list({ type: 'mcp' })
    const twins = items.filter(({ resource }) => resource === 'mcp://tool/twins')
    expect(twins.map(({ options }) => options[0]?.payTo).sort()).toEqual(payees)
  })

  it.each([
    ['no schema', { bazaar: { info: { input: { type: 'http', method: 'GET' } } } }],
    ['a schema that its info does not fit', bazaar({ method: 5 })],
    ['a number', { bazaar: 7 }],
    ['null', { bazaar: null }],
    ['a megabyte', { bazaar: { info: { input: { type: 'http', note: 'x'.repeat(1_000_000) } }, schema: {} } }],
  ])('is rejected with a reason when it has %s', async (_, extensions) => {
    const outcome = await world.settle(settled(`${origin}/broken`, extensions))
    expect(outcome).toMatchObject({
      bazaar: { status: 'rejected', rejectedReason: expect.stringMatching(/.{10,}/) as string },
    })
  })

  it('never fails a settlement, whatever the catalog is fed', async () => {
    const loop: Record<string, unknown> = {}
    loop.self = loop
    for (const url of [
      undefined,
      5,
      '',
      'mcp://',
      'http://',
      'http://x',
      `${origin}/${'a'.repeat(100_000)}`,
      `${origin}/${longPath()}`,
      `${origin}/\u0000\ud800`,
      'javascript:alert(1)',
    ]) {
      const hostile = settled(`${origin}/x`, bazaar()) as unknown as {
        paymentPayload: { resource: unknown }
        paymentRequirements: PaymentRequirements
        response: never
      }
      hostile.paymentPayload.resource = { url }
      for (const extensions of [bazaar(), undefined]) {
        const paymentPayload = { ...hostile.paymentPayload, extensions }
        await expect(world.settle({ ...hostile, paymentPayload } as never)).resolves.toBeDefined()
        await expect(world.count()).resolves.toBeDefined()
      }
    }
  })

  it('answers nothing when the payment carries no bazaar', async () => {
    expect(await world.settle(settled(`${origin}/news`, {}))).toBeNull()
  })
})

describe('the crawler', () => {
  const crawl = async () => {
    world.advance(7 * 3_600_000)
    for (let round = 0; round < 12; round += 1) {
      world.advance(10_000)
      await world.catalog.jobs.find(({ name }) => name === 'catalog crawler')?.run()
    }
  }

  it('keeps health, and shows drift of price and payee', async () => {
    answers.set('/drift', challenge({ resource: { description: 'A drifting price' } }))
    later()
    await world.catalog.probe({ url: `${origin}/drift` })
    answers.set('/drift', challenge({ accepts: [option({ amount: '2000' })] }))
    await crawl()
    answers.set(
      '/drift',
      challenge({ accepts: [option({ amount: '2000', payTo: '0x7777777777777777777777777777777777777777' })] }),
    )
    await crawl()
    const detail = await world.catalog.get(key('/drift'))
    expect(detail?.priceChanges.map(({ kind }) => kind)).toEqual(['pay_to', 'price', 'first'])
    expect(detail?.entry.options[0]?.amountAtomic).toBe(2_000n)
    expect(detail?.entry).toMatchObject({ verification: 'live', health: { uptime24h: 1 } })
  })

  it('lets the dead sink, and revives them when they answer', async () => {
    answers.set('/mortal', challenge({ resource: { description: 'Mortal joke service' } }))
    later()
    await world.catalog.probe({ url: `${origin}/mortal` })
    answers.set('/mortal', 500)
    for (let day = 0; day < 8; day += 1) await crawl()
    expect((await world.catalog.get(key('/mortal')))?.entry).toMatchObject({ verification: 'dead' })
    answers.set('/mortal', challenge({ resource: { description: 'Mortal joke service' } }))
    await crawl()
    expect((await world.catalog.get(key('/mortal')))?.entry).toMatchObject({ verification: 'live' })
  })

  it('leaves alone what robots.txt asks it to', async () => {
    const shy = await world.serve((request, response) => {
      if (request.url === '/robots.txt') response.end('User-agent: *\nDisallow: /private')
      else answer402(response, challenge())
    })
    await world.catalog.probe({ url: `${shy}/private/thing` })
    const before = (await world.catalog.get(`GET ${shy}/private/thing`))?.probes.length
    await crawl()
    expect((await world.catalog.get(`GET ${shy}/private/thing`))?.probes).toHaveLength(before ?? 0)
  })
})

describe('the payTo wallet', () => {
  const owner = privateKeyToAccount(generatePrivateKey())

  const sign = async (action: Record<string, string>, account = owner) => {
    const full = { issuedAt: world.deps.clock().toISOString(), key: key('/owned'), ...action } as {
      action: 'delist'
      key: string
      issuedAt: string
      changes?: string
    }
    const signature = await account.signMessage({ message: ownerMessage(world.deps.publicOrigin, full) })
    return { ...full, network: 'eip155:84532', address: account.address, signature }
  }
  const post = async (body: unknown) =>
    world.catalog.http.owner(new Request('http://localhost/owner', { method: 'POST', body: JSON.stringify(body) }))

  beforeAll(async () => {
    later()
    answers.set(
      '/owned',
      challenge({ resource: { description: 'Owned horoscope' }, accepts: [option({ payTo: owner.address })] }),
    )
    await world.catalog.probe({ url: `${origin}/owned` })
  })

  it('corrects, delists and lists again, at once', async () => {
    expect(
      (
        await post(
          await sign({
            action: 'correct',
            changes: JSON.stringify({ serviceName: 'Star House', iconUrl: 'http://127.0.0.1/x.png' }),
          }),
        )
      ).status,
    ).toBe(200)
    const corrected = await world.catalog.get(key('/owned'))
    expect(corrected?.entry).toMatchObject({ serviceName: 'Star House' })
    expect(corrected?.entry.iconUrl).toBeNull()
    expect((await post(await sign({ action: 'delist' }))).status).toBe(200)
    expect(await world.catalog.get(key('/owned'))).toBeNull()
    expect(
      (await world.catalog.search({ query: 'owned horoscope' })).resources.map(({ resource }) => resource),
    ).not.toContain(`${origin}/owned`)
    later()
    expect(await world.catalog.probe({ url: `${origin}/owned` })).toMatchObject({
      status: 'rejected',
      code: 'delisted',
    })
    world.advance(1_000)
    expect((await post(await sign({ action: 'relist' }))).status).toBe(200)
    expect(await world.catalog.get(key('/owned'))).not.toBeNull()
  })

  it('is the only one who may', async () => {
    const stranger = privateKeyToAccount(generatePrivateKey())
    expect((await post(await sign({ action: 'delist' }, stranger))).status).toBe(403)
    expect((await post({ ...(await sign({ action: 'delist' }, stranger)), address: owner.address })).status).toBe(403)
    expect(await world.catalog.get(key('/owned'))).not.toBeNull()
  })

  it('signs each act anew, and in time', async () => {
    world.advance(1_000)
    const once = await sign({ action: 'refresh' })
    expect((await post(once)).status).toBe(200)
    expect((await post(once)).status).toBe(403)
    const late = await sign({
      action: 'delist',
      issuedAt: new Date(world.deps.clock().getTime() - 6 * 60_000).toISOString(),
    })
    expect((await post(late)).status).toBe(403)
    expect((await post({ ...(await sign({ action: 'refresh' })), action: 'delist' })).status).toBe(403)
  })
})

describe('validation', () => {
  it('tells what a lister would find, with a fix for each fault', async () => {
    later()
    answers.set('/rough', challenge({ resource: { serviceName: 'ü', tags: 'none' }, accepts: [option({ payTo: '' })] }))
    const validation = await world.catalog.validate({ url: `${origin}/rough` })
    expect(validation.isListable).toBe(false)
    const failed = validation.checks.filter(({ isPassed }) => !isPassed)
    expect(failed.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['payable_option', 'serviceName_valid', 'tags_valid', 'declares_bazaar']),
    )
    expect(failed.every(({ fix }) => fix !== null && fix.length > 10)).toBe(true)
    expect(await world.catalog.get(key('/rough'))).toBeNull()
  })

  it('passes what can be listed', async () => {
    later()
    expect((await world.catalog.validate({ url: `${origin}/weather` })).isListable).toBe(true)
  })
})

describe('the news', () => {
  it('streams what is added, changed and gone, and resumes', async () => {
    const controller = new AbortController()
    const response = await world.catalog.http.events(
      new Request('http://localhost/events', { headers: { 'last-event-id': '0' }, signal: controller.signal }),
    )
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    let text = ''
    const reader = response.body?.getReader()
    while (!(text.includes('event: added') && text.includes('event: changed') && text.includes('event: gone'))) {
      const part = await reader?.read()
      text += new TextDecoder().decode(part?.value)
    }
    expect(text).toContain(`"key":"${key('/weather')}"`)
    controller.abort()
  })
})

describe('import from another facilitator', () => {
  it('reads page after page, resumes after a fault, and never outranks what is proven', async () => {
    let isBroken = true
    const rows = Array.from({ length: 250 }, (_, index) => ({
      resource: `https://shop${index}.example.org/thing`,
      type: 'http',
      x402Version: 2,
      accepts: [option()],
      lastUpdated: '2026-10-01T00:00:00Z',
      description: `Thing number ${index}`,
    }))
    const proven = parseListing({ ...rows[7], description: 'Proven words' })
    if (!proven.ok) throw new Error('Expected a listing that can be read.')
    const provenance = { source: 'probed' as const, sourceLabel: 'probe', verification: 'live' as const }
    await saveEntries(world.database, [{ draft: proven.draft, provenance }], world.deps.clock())
    rows[8] = { ...rows[8], resource: 'http://10.0.0.1/' } as never
    // Longer than what an index takes.
    rows[9] = { ...rows[9], resource: `https://long.example.org/${randomBytes(9_000).toString('hex')}` } as never
    const facilitator = await world.serve((request, response) => {
      const offset = Number(new URL(request.url ?? '', 'http://x').searchParams.get('offset'))
      if (offset === 100 && isBroken) return void response.writeHead(503).end()
      response.end(
        JSON.stringify({
          x402Version: 2,
          items: [...rows.slice(offset, offset + 100)],
          pagination: { limit: 100, offset, total: 250 },
        }),
      )
    })
    expect(await importFromFacilitator(world.deps, facilitator)).toMatchObject({ state: 'failed', nextOffset: 100 })
    isBroken = false
    expect(await importFromFacilitator(world.deps, facilitator)).toMatchObject({
      state: 'done',
      nextOffset: 250,
      listed: 248,
      refused: 2,
    })
    expect(await world.database.catalogEntry.count({ where: { sourceLabel: facilitator } })).toBe(247)
    expect((await world.catalog.get(proven.draft.key))?.entry).toMatchObject({ description: 'Proven words' })
  })
})

it('a probe proves the price of a tool, and not that a server offers it', async () => {
  const input = { type: 'mcp', toolName: 'tides', inputSchema: { type: 'object' } }
  const extensions = { bazaar: { info: { input }, schema: { type: 'object' } } }
  later()
  answers.set('/mcp', challenge({ extensions }))
  const listed = await world.catalog.probe({ url: `${origin}/mcp`, method: 'POST' })
  expect(listed).toEqual({ status: 'success', key: `mcp ${origin}/mcp#tides` })
  const { entry } = (await world.catalog.get(`mcp ${origin}/mcp#tides`)) ?? {}
  expect(entry).toMatchObject({ verification: 'unverified', input: { toolName: 'tides' } })
  expect(entry?.input).not.toHaveProperty('method')
})
