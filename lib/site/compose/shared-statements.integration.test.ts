import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '@/development/testing/test-database'
import { openDatabase, sql } from '@/lib/base/infra/database'
import { storeTransaction } from '@/lib/facilitator/ledger/store-transaction'
import { type ClaimInput, claimPayment } from '@/lib/payments/claim'
import { beginSettling, recordDelivered, recordSettled } from '@/lib/payments/ledger'
import { toSettlingNote } from '@/lib/payments/settling-note'

const testDatabase = await createTestDatabase()
const database = openDatabase(testDatabase.url)
afterAll(async () => {
  await database.$disconnect()
  await testDatabase.drop()
})

const newClaim = (changes: Partial<ClaimInput> = {}): ClaimInput => ({
  authorization: {
    key: randomUUID(),
    network: 'eip155:84532',
    scheme: 'exact',
    asset: '0xa',
    payer: '0xb',
    payTo: '0xc',
    amountAtomic: 1_000n,
    validBefore: null,
  } as never, // Nothing here reads the rest.
  payerIdentity: randomUUID(),
  routeKey: 'GET /a',
  resourceUri: 'http://a.example/a',
  requestFingerprint: 'f',
  routeId: '',
  paymentIdentifier: null,
  payload: {} as never,
  requirements: {} as never,
  challengedAt: null,
  requestId: null,
  ...changes,
})

const entitlement = { entitlementUri: 'http://a.example/a', entitledSeconds: null, passSeconds: null }
const verified = () => ({ atMs: performance.now(), lastHeight: null })

async function claimNew(changes?: Partial<ClaimInput>) {
  const claim = newClaim(changes)
  const result = await claimPayment(database, claim)
  if (result.kind !== 'claimed') throw new Error(`Expected a claim, got ${result.kind}.`)
  return { ...claim, ...result }
}

const noteOf = (held: { paymentId: string; leaseToken: string }) =>
  toSettlingNote({ ...held, amountAtomic: 1_000n, verified: verified(), isProduced: true, entitlement })

const statusOf = async (id: string) => (await database.payment.findUniqueOrThrow({ where: { id } })).status

describe('claims that share a statement', () => {
  it('are told one by one what conflicts', async () => {
    const taken = await claimNew()
    const identified = await claimNew({ paymentIdentifier: 'order-000000000001' })
    const same = { payerIdentity: identified.payerIdentity, paymentIdentifier: 'order-000000000001' }
    const copied = newClaim()
    const results = await Promise.all(
      [newClaim(), taken, newClaim(same), copied, copied, newClaim()].map((claim) => claimPayment(database, claim)),
    )
    expect(results.map(({ kind }) => kind)).toEqual(['claimed', 'taken', 'identified', 'claimed', 'taken', 'claimed'])
  })

  it('leave only that one out which the database does not take', async () => {
    const unstorable = newClaim({ payload: { note: '\u0000' } as never })
    const sameIdentifier = { payerIdentity: '0xtwins', paymentIdentifier: 'order-000000000002' }
    const claims = [newClaim(), unstorable, newClaim(sameIdentifier), newClaim(sameIdentifier), newClaim()]
    const results = await Promise.allSettled(claims.map((claim) => claimPayment(database, claim)))
    const kinds = results.map((result) => (result.status === 'fulfilled' ? result.value.kind : 'failed'))
    expect([kinds[0], kinds[1], kinds[4], ...kinds.slice(2, 4).toSorted()]).toEqual([
      'claimed',
      'failed',
      'claimed',
      'claimed',
      'identified',
    ])
  })
})

it('settlements that share a statement give one payer two payments of one resource, each its answer, and one right', async () => {
  const payerIdentity = randomUUID()
  const paid = [await claimNew({ payerIdentity }), await claimNew({ payerIdentity }), await claimNew()]
  for (const held of paid) await beginSettling(database, noteOf(held))
  const settle = ({ paymentId, leaseToken }: (typeof paid)[number], content: string) =>
    recordSettled(
      database,
      { id: paymentId, leaseToken },
      {
        response: { success: true, transaction: '0x1', network: 'eip155:84532' },
        isPreempted: false,
        answer: { status: 200, headers: [['content-type', 'text/plain']], body: new TextEncoder().encode(content) },
      },
    )
  const [first, second, third] = paid
  if (!first || !second || !third) throw new Error('Expected three claims.')
  const moved = await Promise.all([
    settle(first, 'one'),
    settle(second, 'two'),
    settle(third, 'three'),
    settle(first, 'late'),
  ])
  expect(moved).toEqual([true, true, true, false])
  const rows = await database.payment.findMany({ where: { id: { in: paid.map(({ paymentId }) => paymentId) } } })
  const bodies = new Map(rows.map((row) => [row.id, Buffer.from(row.responseBody ?? []).toString()]))
  expect(paid.map(({ paymentId }) => bodies.get(paymentId))).toEqual(['one', 'two', 'three'])
  expect(await database.entitlement.count({ where: { addressIdentity: payerIdentity } })).toBe(1)

  const stranger = { paymentId: third.paymentId, leaseToken: randomUUID() }
  await Promise.all([first, second, stranger].map((held) => recordDelivered(database, held)))
  const delivered = await database.payment.count({
    where: { id: { in: rows.map(({ id }) => id) }, deliveredAt: { not: null } },
  })
  expect(delivered).toBe(2)
})

describe('a note that goes with a transaction', () => {
  async function reserve(holder: string) {
    const key = randomUUID()
    await database.execute(sql`
      INSERT INTO settlements (key, network, scheme, asset, payer, pay_to, nonce, amount_atomic, state, reserved_until, holder, payload_digest)
      VALUES (${key}, 'eip155:84532', 'exact', '0xa', '0xb', '0xc', '1', 1000, 'reserved', now() + interval '1 minute', ${holder}::uuid, 'd')`)
    return key
  }

  const store = (holds: { key: string; holder: string; note: object }[]) =>
    storeTransaction(database, {
      id: randomUUID(),
      network: 'eip155:84532',
      wallet: '0xgas',
      nonce: null,
      signed: { raw: '0x', hash: randomUUID(), lastValidHeight: null },
      claims: holds.map(({ key, holder, note }) => ({
        key,
        claimToken: randomUUID(),
        gasUse: { purpose: 'payment', payee: '0xc', caller: '' },
        note: { read: () => note, written: () => {}, write: async () => {} },
        // The only parts that are read.
        reserved: {
          payTo: '0xc',
          amountAtomic: 1_000n,
          payloadDigest: 'd',
          holder,
          settleAmountAtomic: 1_000n,
        } as never,
      })),
    })

  it('keeps the transaction from being stored where the payment is another request’s by now', async () => {
    const [held, lost] = [await claimNew(), await claimNew()]
    const holds = [
      { key: await reserve(held.paymentId), holder: held.paymentId, note: noteOf(held) },
      {
        key: await reserve(lost.paymentId),
        holder: lost.paymentId,
        note: noteOf({ ...lost, leaseToken: randomUUID() }),
      },
    ]
    expect(await store(holds)).toBe('lost')
    expect([await statusOf(held.paymentId), await statusOf(lost.paymentId)]).toEqual(['claimed', 'claimed'])
    expect(
      await database.settlement.count({ where: { key: { in: holds.map(({ key }) => key) }, state: 'reserved' } }),
    ).toBe(2)
    await expect(
      database.rows(sql`SELECT 1 FROM settlement_transactions WHERE state = 'open' AND nonce IS NULL`),
    ).resolves.toHaveLength(0)
  })

  it('is written with each of several that are stored together, without that of a lost payment', async () => {
    const paid = [await claimNew(), await claimNew(), await claimNew()]
    const hold = async (held: (typeof paid)[number], token = held.leaseToken) => ({
      ...{ key: await reserve(held.paymentId), holder: held.paymentId },
      note: noteOf({ ...held, leaseToken: token }),
    })
    const [first, lost, last] = paid
    if (!first || !lost || !last) throw new Error('Expected three claims.')
    const holds = [await hold(first), await hold(lost, randomUUID()), await hold(last)]
    expect(await Promise.all(holds.map((one) => store([one])))).toEqual(['stored', 'lost', 'stored'])
    const statuses = await Promise.all(paid.map(({ paymentId }) => statusOf(paymentId)))
    expect(statuses).toEqual(['settling', 'claimed', 'settling'])

    const others = [await claimNew(), await claimNew()]
    const both = await Promise.all(others.map((held) => hold(held)))
    expect(await Promise.all(both.map((one) => store([one])))).toEqual(['stored', 'stored'])
    expect(await Promise.all(others.map(({ paymentId }) => statusOf(paymentId)))).toEqual(['settling', 'settling'])
  })

  it('is not written for a reservation of another holder', async () => {
    const held = await claimNew()
    const key = await reserve(randomUUID())
    expect(await store([{ key, holder: held.paymentId, note: noteOf(held) }])).toBe('lost')
    expect(await statusOf(held.paymentId)).toBe('claimed')
  })
})
