import { beforeAll, expect, it } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { createTestSeller } from '@/development/testing/test-seller'
import { sql } from '@/lib/base/infra/database'
import { insertPayment as insert } from '@/lib/payments/testing/insert-payment'
import { summarizeEarnings } from './earnings'
import { exportPayments, listPayments, paymentPageQuery } from './payments'

const site = await openTestSite()
const context = site.application.sellers
const seller = await createTestSeller(site)

beforeAll(async () => {
  const start = Date.UTC(2026, 0, 1)
  for (const handle of [seller.handle, 'somebody-else']) {
    // Pairs of payments in the same millisecond: only the id tells them apart.
    for (let index = 0; index < 20; index += 1)
      await insertPayment(handle, index, new Date(start + (index >> 1) * 7_200_000))
  }
})

const insertPayment = (handle: string, index: number, at: Date) =>
  insert(context.database, {
    routeKey: `GET /x/${handle}/r${index % 2}`,
    status: index % 4 === 0 ? 'abandoned' : 'settled',
    settled: index % 4 === 0 ? null : 10,
    payer: `0xABC${index}`,
    at,
  })

it('goes through all payments of the shop, page by page, each once and newest first', async () => {
  const seen: string[] = []
  const times: number[] = []
  let cursor: string | undefined
  do {
    const page = await listPayments(context, seller.actor, paymentPageQuery.parse({ limit: 3, cursor }))
    seen.push(...page.payments.map(({ paymentId }) => paymentId))
    times.push(...page.payments.map(({ claimedAt }) => claimedAt.getTime()))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  expect(new Set(seen).size).toBe(20)
  expect(seen).toHaveLength(20)
  expect(times).toEqual([...times].sort((a, b) => b - a))
})

it('filters by state and time and searches by how a payer begins, with signs taken as they are', async () => {
  const count = async (filter: object) => (await listPayments(context, seller.actor, filter)).payments.length
  expect(await count({ status: 'abandoned' })).toBe(5)
  expect(await count({ from: new Date(Date.UTC(2026, 0, 1, 10)), until: new Date(Date.UTC(2026, 0, 1, 14)) })).toBe(4)
  expect(await count({ search: '0xABC1' })).toBe(11)
  expect(await count({ search: '0xabc19' })).toBe(1)
  expect(await count({ search: '0X' })).toBe(20)
  expect(await count({ search: '%' })).toBe(0)
  expect(await count({ search: '0xab_1' })).toBe(0)
  const [one] = (await listPayments(context, seller.actor, { limit: 1 })).payments
  for (const length of [3, 8, 20, 36]) {
    const found = await listPayments(context, seller.actor, { search: one?.paymentId.slice(0, length).toUpperCase() })
    expect(found.payments.map(({ paymentId }) => paymentId)).toContain(one?.paymentId)
  }
  expect(await count({ search: "' OR true --" })).toBe(0)
  expect(paymentPageQuery.safeParse({ cursor: "1'; --" }).success).toBe(false)
})

it('adds up its own settled payments, by day, route and network', async () => {
  const range = { from: new Date(Date.UTC(2026, 0, 1)), until: new Date(Date.UTC(2026, 0, 3)) }
  const { byNetwork, byRoute, byDay } = await summarizeEarnings(context, seller.actor, range)
  const none = { refunds: 0, refundedAtomic: 0n, promisedAtomic: 0n, undeliveredAtomic: 0n }
  const sum = (amountAtomic: bigint, payments: number) => ({
    ...{ network: 'eip155:84532', asset: '0xasset', ...none },
    ...{ amountAtomic, keptAtomic: amountAtomic, payments },
  })
  expect(byNetwork).toEqual([sum(150n, 15)])
  expect(byDay).toEqual([{ ...sum(150n, 15), day: '2026-01-01' }])
  expect(byRoute).toEqual([
    { ...sum(100n, 10), routeKey: `GET /x/${seller.handle}/r1` },
    { ...sum(50n, 5), routeKey: `GET /x/${seller.handle}/r0` },
  ])
})

it('counts an undelivered payment as received', async () => {
  const at = new Date(Date.UTC(2026, 1, 1))
  const id = await insertPayment(seller.handle, 21, at)
  await insertPayment(seller.handle, 22, at)
  await context.database.payment.update({
    where: { id },
    data: { status: 'received', reason: 'authorization_already_used' },
  })
  const range = { from: at, until: new Date(Date.UTC(2026, 1, 2)) }
  const { byNetwork } = await summarizeEarnings(context, seller.actor, range)
  expect(byNetwork).toMatchObject([{ amountAtomic: 20n, undeliveredAtomic: 10n, payments: 2 }])
  const { payments } = await listPayments(context, seller.actor, { status: 'received' })
  expect(payments).toMatchObject([{ settledAtomic: 10n, deliveredAt: null, reason: 'authorization_already_used' }])
  await context.database.payment.deleteMany({ where: { claimedAt: at } })
})

it('exports every payment once, in columns that stay, with nothing that a spreadsheet would run', async () => {
  const exporting = await createTestSeller(site)
  await context.database.execute(sql`
    INSERT INTO payments (id, authorization_key, route_key, resource_uri, network, scheme, asset, payer, payer_identity,
      pay_to, authorized_atomic, settled_atomic, status, reason, request_fingerprint, payload, requirements, claimed_at)
    SELECT gen_random_uuid(), 'export ' || n, ${`GET /x/${exporting.handle}/r`}, 'http://a.example/x?q="a,b"',
      'eip155:84532', 'exact', '0xasset', '0xABC', '0xabc', '0xto', 10, 1500000, 'settled',
      CASE n WHEN 1 THEN '=HYPERLINK("http://evil.example")' WHEN 2 THEN '@SUM(A1)' WHEN 3 THEN '-1+1' END,
      'f', '{}', '{}', '2026-01-01'::timestamptz + make_interval(secs => n)
    FROM generate_series(1, 1234) n`)
  const csv = await new Response(await exportPayments(context, exporting.actor, { status: 'settled' })).text()
  const lines = csv.split('\r\n')
  expect(lines[0]).toBe(
    'payment_id,claimed_at,status,reason,route,resource,network,scheme,asset,payer,pay_to,authorized_atomic,' +
      'settled_atomic,settled_amount,transaction,settled_at,delivered_at,ended_at,refunded_atomic,refunded_amount,kept_atomic,kept_amount,invoice',
  )
  expect(lines.at(-1)).toBe('')
  const rows = lines.slice(1, -1)
  expect(new Set(rows.map((row) => row.split(',')[0])).size).toBe(1234)
  expect(rows).toHaveLength(1234)
  expect(rows.at(-1)).toContain(`,"'=HYPERLINK(""http://evil.example"")",`)
  expect(rows.at(-2)).toContain(",'@SUM(A1),")
  expect(rows.at(-3)).toContain(",'-1+1,")
  expect(rows[0]).toContain(',"http://a.example/x?q=""a,b""",')
  expect(rows[0]).toContain(',10,1500000,1.50,')
  const none = await new Response(await exportPayments(context, exporting.actor, { status: 'refused' })).text()
  expect(none.split('\r\n')).toHaveLength(2)
})
