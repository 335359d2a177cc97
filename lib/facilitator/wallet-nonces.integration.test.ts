import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openTestDatabase } from '@/development/testing/test-database'
import type { SettlementChain } from '@/lib/base/chains/settlement/settlement-chain'
import { storeTransaction } from './ledger/store-transaction'
import { createWalletNonces } from './wallet-nonces'

const { client: database } = await openTestDatabase()

const network = 'eip155:84532'
// A wallet that has sent nothing, according to its node; no other part of the chain is asked.
const chain = { network, pollIntervalMs: 10, readWallet: async () => ({ nextNonce: 0n }) } as unknown as SettlementChain

/** An instance that stores empty transactions, and is then the wallet's sender for that long. */
function openInstance(wallet: string, leaseMs: number) {
  const holder = randomUUID()
  const nonces = createWalletNonces(database, chain, holder)
  const sender = leaseMs > 0 ? { id: holder, leaseMs } : undefined
  const once = () =>
    nonces.use(wallet, async (nonce) => {
      const id = randomUUID()
      const signed = { hash: id, raw: `0x${nonce}`, lastValidHeight: null }
      const transaction = { id, network, wallet, nonce, signed, sender, claims: [] }
      return { answer: await storeTransaction({ database }, transaction), nonce }
    })
  return {
    once,
    async store(count: number) {
      for (let stored = 0; stored < count; ) if ((await once()).answer === 'stored') stored += 1
    },
  }
}

const LONG_MS = 3_600_000

const takenNonces = async (wallet: string) =>
  (await database.settlementTransaction.findMany({ where: { wallet }, orderBy: { nonce: 'asc' } })).map(({ nonce }) =>
    Number(nonce),
  )

describe('the nonces of one wallet that several instances use', () => {
  it('are each taken once, without gaps, also where no instance sends for the others', async () => {
    const instances = ['one', 'two', 'three', 'four'].map(() => openInstance('0xshared', 0))
    await Promise.all(instances.map(({ store }) => store(5)))
    expect(await takenNonces('0xshared')).toEqual(Array.from({ length: 20 }, (_, nonce) => nonce))
  })

  it('are taken by one of them only, until its lease has ended', async () => {
    const [one, two, three] = [
      openInstance('0xleased', LONG_MS),
      openInstance('0xleased', LONG_MS),
      openInstance('0xleased', 1),
    ]
    await three.store(1)
    await one.store(2)
    expect(await two.once()).toMatchObject({ answer: 'raced', isElsewhere: true })
    expect(await three.once()).toMatchObject({ answer: 'raced', isElsewhere: true })
    await database.gasWallet.updateMany({ where: { address: '0xleased' }, data: { sentUntil: new Date(0) } })
    expect(await two.once()).toMatchObject({ answer: 'stored', nonce: 3n })
    expect(await one.once()).toMatchObject({ answer: 'raced', isElsewhere: true })
    expect(await takenNonces('0xleased')).toEqual([0, 1, 2, 3])
  })
})
