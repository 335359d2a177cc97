import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { openTestDatabase } from '@/development/testing/test-database'
import { sql } from '@/lib/base/infra/database'
import { decideSettlements } from './decide-settlements'
import { storeTransaction } from './store-transaction'

const { client: database } = await openTestDatabase()

/** A claimed settlement, and a transaction without a nonce that settles it. */
async function claimed({
  network,
  wallet = '0xw',
  payee = '0xc',
}: {
  network: string
  wallet?: string
  payee?: string
}) {
  const [key, claimToken] = [randomUUID(), randomUUID()]
  await database.execute(sql`
    INSERT INTO settlements (key, network, scheme, asset, payer, pay_to, nonce, amount_atomic, state, claim_token)
    VALUES (${key}, ${network}, 'exact', '0xa', '0xb', '0xc', '1', 5, 'claimed', ${claimToken}::uuid)`)
  const gasUse = { purpose: 'payment', payee, caller: '' } as const
  const signed = { hash: randomUUID(), raw: '0x', lastValidHeight: 7n }
  return { id: randomUUID(), network, wallet, nonce: null, signed, claims: [{ key, claimToken, gasUse }] }
}
type Stored = Awaited<ReturnType<typeof claimed>>

const keyOf = ({ claims: [claim] }: Stored) => claim?.key ?? ''
const stateOf = async (stored: Stored) =>
  (await database.settlement.findUniqueOrThrow({ where: { key: keyOf(stored) } })).state

async function countCommits<T>(work: () => Promise<T>): Promise<{ result: T; commits: number }> {
  const read = async () => {
    const [row] = await database.rows<{ count: number }>(sql`
      SELECT count(DISTINCT xmin::text)::int AS count FROM settlement_transactions`)
    return row?.count ?? 0
  }
  const before = await read()
  return { result: await work(), commits: (await read()) - before }
}

it('stores transactions together, and each whose claim is still the caller’s', async () => {
  const all = await Promise.all([1, 2, 3, 4].map(() => claimed({ network: 'solana:a' })))
  const together = await countCommits(() => Promise.all(all.map((one) => storeTransaction(database, one))))
  expect(together).toEqual({ result: Array(4).fill('stored'), commits: 1 })

  const [first, lost, last] = await Promise.all([1, 2, 3].map(() => claimed({ network: 'solana:a' })))
  if (!first || !lost || !last) throw new Error('Expected three transactions.')
  const other = { ...lost, claims: lost.claims.map((claim) => ({ ...claim, claimToken: randomUUID() })) }
  const answers = await Promise.all([first, other, last].map((one) => storeTransaction(database, one)))
  expect(answers).toEqual(['stored', 'lost', 'stored'])
  expect(await Promise.all([first, lost, last].map(stateOf))).toEqual(['settling', 'claimed', 'settling'])
  expect(await database.settlementTransaction.count({ where: { id: lost.id } })).toBe(0)
})

it('stores one of two transactions with the same settlement', async () => {
  const one = await claimed({ network: 'solana:b' })
  const two = { ...one, id: randomUUID() }
  const answers = await Promise.all([one, two].map((each) => storeTransaction(database, each)))
  expect(answers.toSorted()).toEqual(['lost', 'stored'])
  expect(await database.settlementTransaction.count({ where: { network: 'solana:b' } })).toBe(1)
})

it('stores all but the one that the database does not take', async () => {
  const [good, bad] = [await claimed({ network: 'solana:c' }), await claimed({ network: 'solana:c' })]
  const unstorable = { ...bad, signed: { ...bad.signed, raw: '\u0000' } }
  const answers = await Promise.allSettled([good, unstorable].map((one) => storeTransaction(database, one)))
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect([await stateOf(good), await stateOf(bad)]).toEqual(['settling', 'claimed'])
})

it('decides transactions together, each as it ended, and notes what each wallet and payee cost', async () => {
  const network = 'solana:d'
  const paid = [
    await claimed({ network, wallet: 'w1', payee: 'p1' }),
    await claimed({ network, wallet: 'w1', payee: 'p2' }),
    await claimed({ network, wallet: 'w2', payee: 'p1' }),
  ]
  const [dead, open] = [await claimed({ network, wallet: 'w2' }), await claimed({ network, wallet: 'w2' })]
  await Promise.all([...paid, dead, open].map((one) => storeTransaction(database, one)))
  const decide = (one: Stored, end: { state: 'landed' | 'dead'; fee: bigint } | null) => {
    const [key, transaction] = [keyOf(one), one.signed.hash]
    const isDead = end?.state === 'dead'
    return decideSettlements(database, {
      transactionId: one.id,
      decisions: [
        isDead
          ? { key, state: 'refused', reason: 'gone', transaction }
          : { key, state: 'settled', transaction, height: 9n, amountAtomic: 5n },
      ],
      end: end && { ...end, hash: transaction },
      ...{ isLookedAtAgain: false, isTold: isDead },
    })
  }
  const decideAll = () =>
    Promise.all([
      ...paid.map((one, place) => decide(one, { state: 'landed', fee: BigInt(place + 10) })),
      decide(dead, { state: 'dead', fee: 0n }),
      decide(open, null),
    ])
  // Repeating it changes nothing.
  await decideAll()
  await decideAll()
  const rows = await database.settlement.findMany({ where: { network } })
  const byKey = new Map(rows.map((row) => [row.key, row]))
  expect([...paid, dead, open].map((one) => byKey.get(keyOf(one))?.state)).toEqual([
    ...['settled', 'settled', 'settled', 'refused', 'settled'],
  ])
  expect(byKey.get(keyOf(dead))?.reorgedAt).not.toBeNull()
  expect(byKey.get(keyOf(open))?.gasFor).toMatchObject({ payee: '0xc' })
  const ends = await database.settlementTransaction.findMany({ where: { network } })
  expect(new Map(ends.map(({ id, state }) => [id, state]))).toEqual(
    new Map([...paid.map(({ id }) => [id, 'landed'] as const), [dead.id, 'dead'], [open.id, 'open']]),
  )
  const uses = await database.rows(sql`
    SELECT wallet, payee, settlements, spent::int AS spent FROM gas_uses WHERE network = ${network} ORDER BY 1, 2`)
  expect(uses).toEqual([
    { wallet: 'w1', payee: 'p1', settlements: 1, spent: 10 },
    { wallet: 'w1', payee: 'p2', settlements: 1, spent: 11 },
    { wallet: 'w2', payee: 'p1', settlements: 1, spent: 12 },
  ])
})
