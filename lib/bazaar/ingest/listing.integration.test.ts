import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answer402, bazaar, challenge, longPath, openListingWorld, option } from '@/development/testing/catalog-world'
import { presentEntry } from '../browse/present-entry'
import { ownerMessage } from './owner-action'

const { world, origin, answers, key, later } = await openListingWorld()
afterAll(() => world.stop())

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
})

describe('the crawler', () => {
  const crawler = world.catalog.jobs.find(({ name }) => name === 'catalog crawler')
  const isAnyDue = async () => {
    const soon = new Date(world.deps.clock().getTime() + 60_000)
    return (await world.database.catalogEntry.count({ where: { nextProbeAt: { lte: soon } } })) > 0
  }
  /** A day later, every entry has its turn; each host has one in ten seconds. */
  const crawl = async () => {
    world.advance(25 * 3_600_000)
    for (let round = 0; round < 12 && (await isAnyDue()); round += 1) {
      world.advance(10_000)
      await crawler?.run()
    }
  }

  it('keeps health, and shows drift of price and payee', async () => {
    answers.set('/drift', challenge({ resource: { description: 'A drifting price' } }))
    later()
    await world.catalog.probe({ url: `${origin}/drift` })
    answers.set('/drift', challenge({ accepts: [option({ amount: '2000' })] }))
    await crawl()
    const priced = (await world.catalog.get(key('/drift')))?.entry
    expect([priced?.priceChangedAt, priced?.payeeChangedAt]).toEqual([expect.any(Date), null])
    answers.set(
      '/drift',
      challenge({ accepts: [option({ amount: '2000', payTo: '0x7777777777777777777777777777777777777777' })] }),
    )
    await crawl()
    const detail = await world.catalog.get(key('/drift'))
    expect(detail?.entry.priceChangedAt).toEqual(priced?.priceChangedAt)
    expect(detail?.entry.payeeChangedAt).toEqual(expect.any(Date))
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
    expect((await post(await sign({ action: 'delist' }))).status).toBe(403)
    world.advance(1_000)
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
