import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { openTestDatabase } from '@/development/testing/test-database'
import { untilBlocked } from '@/development/testing/until-blocked'
import type { Authorization } from '@/lib/base/chains/authorization'
import { sql } from '@/lib/base/infra/database'
import { decideSettlements } from './decide-settlements'
import { reserveAuthorizations } from './reserve-authorizations'
import { storeTransaction } from './store-transaction'

const { client: database } = await openTestDatabase()

const network = 'eip155:84532'

function newAuthorization(key: string): Authorization {
  const parties = { asset: '0xa', payer: `0x${key}`, payTo: '0xb', nonce: `0x${key}` }
  const times = { validAfter: null, validBefore: null }
  return { key, network, scheme: 'exact', amountAtomic: 5n, ...parties, ...times }
}

const reservation = { payloadDigest: 'd', holder: null, settleAmountAtomic: 5n }

const reserve = (authorizations: Authorization[], newToken: () => string | null = () => null) =>
  reserveAuthorizations(
    database,
    authorizations.map((authorization) => ({
      authorization,
      ...reservation,
      claimToken: newToken(),
      lastsMs: 60_000,
      height: 1n,
      spendableAtomic: 5n,
      landedKeys: [],
    })),
  )

const claim = (authorizations: Authorization[]) => reserve(authorizations, randomUUID)

/** Starts both while another transaction holds the row in their middle, so that each has begun when they meet. */
async function meet<T, U>(key: string, first: () => Promise<T>, second: () => Promise<U>): Promise<[T, U]> {
  const both = await database.$transaction(async (transaction) => {
    await transaction.rows(sql`SELECT 1 FROM settlements WHERE key = ${key} FOR UPDATE`)
    const one = first()
    await untilBlocked(database)
    const two = second()
    await untilBlocked(database, 2)
    return { all: Promise.all([one, two]) }
  })
  return both.all
}

it('claims what two instances claim in opposite orders, each once', async () => {
  const all = ['1a', '1b', '1c', '1d', '1e'].map(newAuthorization)
  await reserve(all)
  const [forth, back] = await meet(
    '1c',
    () => claim(all),
    () => claim([...all].reverse()),
  )
  expect([...forth, ...back].filter((verdict) => verdict === 'claimed')).toHaveLength(5)
})

it('decides what two instances decide in opposite orders', async () => {
  const all = ['3a', '3b', '3c', '3d', '3e'].map(newAuthorization)
  const claims = all.map((authorization) => ({ authorization, ...reservation, claimToken: randomUUID() }))
  const tokens = claims.map(({ claimToken }) => claimToken)
  await reserve(all, () => tokens.shift() ?? null)
  const id = randomUUID()
  const gasUse = { purpose: 'payment', payee: '0xc', caller: '' } as const
  const held = claims.map(({ authorization, claimToken }) => ({ key: authorization.key, claimToken, gasUse }))
  const signed = { hash: '0x1', raw: '0x2', lastValidHeight: null }
  await storeTransaction(database, { id, network, wallet: '0xc', nonce: null, signed, claims: held })
  const decide = (keys: string[]) => {
    const decisions = keys.map((key) => ({ key, state: 'settled' as const, transaction: '0x1', height: 1n }))
    return decideSettlements(database, {
      transactionId: id,
      decisions,
      end: null,
      isLookedAtAgain: false,
      isTold: false,
    })
  }
  const keys = all.map(({ key }) => key)
  await meet(
    '3c',
    () => decide(keys),
    () => decide([...keys].reverse()),
  )
  expect(await database.settlement.count({ where: { transactionId: id, state: 'settled' } })).toBe(5)
})
