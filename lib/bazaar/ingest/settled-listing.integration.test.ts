import { afterAll, describe, expect, it } from 'vitest'
import { bazaar, challenge, longPath, openListingWorld, option } from '@/development/testing/catalog-world'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'

const { world, origin, answers, key, later } = await openListingWorld()
afterAll(() => world.stop())

const pendingListing = (path: string) => world.database.catalogPendingListing.findUnique({ where: { key: key(path) } })

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

const finish = async () => {
  await world.count()
  later()
  for (const job of world.catalog.jobs.filter(({ name }) => name === 'catalog pending listings')) await job.run()
}

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
    /** Makes the database refuse to write a row of that table for that key. */
    async function breakWrites(table: 'catalog_entries' | 'catalog_settlements', column: string, value: string) {
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
