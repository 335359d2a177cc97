import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { openTestDatabase } from '@/development/testing/test-database'
import { untilBlocked } from '@/development/testing/until-blocked'
import { type DatabaseTransaction, sql } from '@/lib/base/infra/database'
import type { ProvenWallet } from '@/lib/base/x402/addresses'
import { claimWallet, linkWallet } from './account-wallets'
import { createSession, findSession } from './sessions'

const { client: database } = await openTestDatabase()

const now = new Date()
const signIn = async () => {
  const wallet: ProvenWallet = { scope: 'evm', address: privateKeyToAccount(generatePrivateKey()).address }
  return { wallet, ...(await createSession(database, { wallet, userAgent: null, now })) }
}
const link = (accountId: string, wallet: ProvenWallet) => linkWallet(database, { accountId, wallet, now })

/** Starts work that has to wait for the transaction, and lets it continue when that ends. */
async function during<T>(
  before: (transaction: DatabaseTransaction) => Promise<unknown>,
  ...work: (() => Promise<T>)[]
) {
  const working = await database.$transaction(async (transaction) => {
    await before(transaction)
    const all = Promise.allSettled(work.map((each) => each()))
    await untilBlocked(database, work.length)
    return () => all
  })
  return working()
}

it('joins two accounts that take each other’s wallet at once', async () => {
  const [one, other] = [await signIn(), await signIn()]
  const linked = await during(
    (transaction) => transaction.rows(sql`SELECT 1 FROM account_wallets FOR UPDATE`),
    () => link(one.accountId, other.wallet),
    () => link(other.accountId, one.wallet),
  )
  expect(linked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(linked.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'SIGN_IN_REQUIRED' } })
  const sessions = await Promise.all([one, other].map(({ token }) => findSession(database, { token, now })))
  expect(sessions.flatMap((session) => (session ? [session.wallets.length] : []))).toEqual([2])
})

it('takes no account away that gains a wallet while its only one leaves', async () => {
  const [one, other, added] = [await signIn(), await signIn(), { scope: 'evm', address: `0x${'a'.repeat(40)}` }]
  const [moved] = await during(
    (transaction) => claimWallet(transaction, { wallet: added, accountId: other.accountId, now }),
    () => link(one.accountId, other.wallet),
  )
  expect(moved).toMatchObject({ status: 'fulfilled' })
  expect((await findSession(database, { token: other.token, now }))?.wallets).toEqual([added])
})

it('signs a wallet in to the account that takes it in the same moment', async () => {
  const [one, other] = [await signIn(), await signIn()]
  const [signed] = await during(
    async (transaction) => {
      await transaction.accountWallet.updateMany({
        where: { accountId: other.accountId },
        data: { accountId: one.accountId },
      })
      await transaction.account.delete({ where: { id: other.accountId } })
    },
    () => createSession(database, { wallet: other.wallet, userAgent: null, now }),
  )
  expect(signed).toMatchObject({ status: 'fulfilled', value: { accountId: one.accountId } })
})
