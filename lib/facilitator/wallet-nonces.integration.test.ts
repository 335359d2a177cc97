import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openTestDatabase } from '@/development/testing/test-database'
import type { SettlementChain } from '@/lib/base/chains/settlement/settlement-chain'
import { type StoreAnswer, storeTransaction } from './ledger/store-transaction'
import { createWalletNonces, type NonceUse } from './wallet-nonces'

const { client: database } = await openTestDatabase()

const network = 'eip155:84532'
// A wallet that has sent nothing, according to its node; no other part of the chain is asked.
const chain = { network, pollIntervalMs: 10, readWallet: async () => ({ nextNonce: 0n }) } as unknown as SettlementChain

/** An instance that stores one empty transaction after the other, and counts how often it signed. */
function openInstance(wallet: string) {
  const nonces = createWalletNonces(database, chain)
  let signed = 0
  const attempt = async ({ nonce, database: holder }: NonceUse) => {
    signed += 1
    const id = randomUUID()
    const transaction = { hash: id, raw: `0x${nonce}`, lastValidHeight: null }
    const answer = await storeTransaction(
      { database: holder },
      { id, network, wallet, nonce, signed: transaction, claims: [] },
    )
    return { answer, nonce }
  }
  return {
    once: () => nonces.use(wallet, attempt),
    async store(count: number) {
      const answers: StoreAnswer[] = []
      while (answers.filter((answer) => answer === 'stored').length < count) {
        answers.push((await nonces.use(wallet, attempt)).answer)
      }
    },
    signed: () => signed,
  }
}

const takenNonces = async (wallet: string) =>
  (await database.settlementTransaction.findMany({ where: { wallet }, orderBy: { nonce: 'asc' } })).map(({ nonce }) =>
    Number(nonce),
  )

describe('the nonces of one wallet that several instances use', () => {
  it('are each taken once, without gaps, and signed for once when instances take turns', async () => {
    const instances = ['one', 'two', 'three', 'four'].map(() => openInstance('0xshared'))
    // All begin at once, and so at most one of them has the nonce that it expects.
    await Promise.all(instances.map(({ store }) => store(25)))
    expect(await takenNonces('0xshared')).toEqual(Array.from({ length: 100 }, (_, nonce) => nonce))
    const signed = instances.reduce((sum, instance) => sum + instance.signed(), 0)
    expect(signed).toBeLessThan(115)
  })

  it('are found again by an instance that was overtaken', async () => {
    const [one, two] = [openInstance('0xovertaken'), openInstance('0xovertaken')]
    await one.store(1)
    await two.store(3)
    expect(await one.once()).toMatchObject({ answer: 'raced', nonce: 1n })
    expect(await one.once()).toMatchObject({ answer: 'stored', nonce: 4n })
    expect(await takenNonces('0xovertaken')).toEqual([0, 1, 2, 3, 4])
  })
})
