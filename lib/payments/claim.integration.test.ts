import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openTestDatabase } from '@/development/testing/test-database'
import { untilBlocked } from '@/development/testing/until-blocked'
import { type Database, sql } from '@/lib/base/infra/database'
import { type ClaimInput, type ClaimResult, claimPayment } from './claim'
import { abandonClaim, beginSettling, recordRefused } from './ledger'
import { toSettlingNote } from './settling-note'

const { client: database } = await openTestDatabase()

/** A claim as the gate makes it for a decoded payment; nothing here reads the payment itself. */
const newClaim = (paymentIdentifier: string | null): ClaimInput => {
  const authorization = { key: randomUUID(), network: 'eip155:84532', scheme: 'exact', asset: '0xa', payer: '0xb' }
  return {
    authorization: { ...authorization, payTo: '0xc', amountAtomic: 1_000n, validBefore: null } as never,
    payerIdentity: '0xb',
    routeKey: 'GET /a',
    resourceUri: 'http://a.example/a',
    requestFingerprint: 'f',
    requestId: null,
    routeId: '',
    paymentIdentifier,
    payload: {} as never,
    requirements: {} as never,
    challengedAt: null,
  }
}

const abandon = async (claim: ClaimResult) => {
  if (claim.kind !== 'claimed') throw new Error(`Expected a claim to abandon, got ${claim.kind}.`)
  const end = { reason: 'handler_500', isHandlerRun: true }
  await database.$transaction(async (transaction) => {
    // Waits for the writer, and comes before the next reader.
    await transaction.execute(sql`LOCK TABLE payments`)
    await abandonClaim(transaction as Database, claim, end)
  })
}

/** Abandons a claim at the moment when another, which waits for what is locked here, is refused for it. */
async function abandonBefore(held: ClaimResult, other: ClaimInput) {
  const claiming = claimPayment(database, other)
  await untilBlocked(database)
  const abandoning = abandon(held)
  await untilBlocked(database, 2)
  return { claiming: () => claiming, abandoning: () => abandoning }
}

describe('a claim that is abandoned at the moment when another was refused for it', () => {
  it('leaves its payment identifier to that one', async () => {
    const [first, second] = [newClaim('one'), newClaim('one')]
    const { claiming, abandoning } = await database.$transaction(async (transaction) => {
      const held = await claimPayment(transaction as Database, first)
      return abandonBefore(held, second)
    })
    await abandoning()
    expect(await claiming()).toMatchObject({ kind: 'claimed' })
  })

  it('leaves its payment to a copy', async () => {
    const claim = newClaim(null)
    const held = await claimPayment(database, claim)
    const { claiming, abandoning } = await database.$transaction(async (transaction) => {
      await transaction.rows(
        sql`SELECT id FROM payments WHERE authorization_key = ${claim.authorization.key} FOR UPDATE`,
      )
      return abandonBefore(held, claim)
    })
    await abandoning()
    expect(await claiming()).toMatchObject({ kind: 'claimed' })
  })
})

it('takes a payment that has started its handler three times no more', async () => {
  const claim = newClaim(null)
  for (let run = 0; run < 3; run += 1) await abandon(await claimPayment(database, claim))
  expect(await claimPayment(database, claim)).toMatchObject({ kind: 'taken', row: { status: 'abandoned' } })
})

it('is refused by the request that settles it, and by no other while that one lives', async () => {
  const held = await claimPayment(database, newClaim(null))
  if (held.kind !== 'claimed') throw new Error(`Expected a claim to settle, got ${held.kind}.`)
  const verified = { atMs: performance.now(), lastHeight: null }
  const entitlement = { entitlementUri: null, entitledSeconds: null, passSeconds: null }
  const note = toSettlingNote({ ...held, amountAtomic: 1_000n, verified, isProduced: true, entitlement })
  await beginSettling(database, note)
  const facts = { reason: 'insufficient_funds', response: null }
  for (const leaseToken of [randomUUID(), null]) {
    expect(await recordRefused(database, { ...held, leaseToken }, facts)).toBe(false)
  }
  expect(await recordRefused(database, held, facts)).toBe(true)
  expect(await recordRefused(database, held, facts)).toBe(false)
})

it.each([
  ['for the same route', { routeId: 'one' }, 'earlier'],
  ['for a route that stood at the address before', { routeId: 'two' }, 'claimed'],
] as const)('a claim of a payer whose payment is in doubt %s waits for it or not', async (_, asked, kind) => {
  const payerIdentity = randomUUID()
  const earlier = { ...newClaim(null), payerIdentity, routeId: 'one' }
  await claimPayment(database, earlier)
  const doubt = { status: 'unknown', verifiedAt: new Date(), settlingAt: new Date() } as const
  await database.payment.updateMany({ where: { payerIdentity }, data: doubt })
  expect(await claimPayment(database, { ...newClaim(null), payerIdentity, ...asked })).toMatchObject({ kind })
})
