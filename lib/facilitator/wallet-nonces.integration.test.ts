import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openTestDatabase } from '@/development/testing/test-database'
import type { SettlementChain } from '@/lib/base/chains/settlement/settlement-chain'
import { storeTransaction } from './ledger/store-transaction'
import { createWalletNonces, type NonceUse } from './wallet-nonces'

const { client: database } = await openTestDatabase()

const network = 'eip155:84532'
// A wallet that has sent nothing, according to its node; no other part of the chain is asked.
const chain = { network, pollIntervalMs: 10, readWallet: async () => ({ nextNonce: 0n }) } as unknown as SettlementChain

/** An instance that stores empty transactions, and counts how often it signed. */
function openInstance(wallet: string, { maxTurnMs = 4_000, signing = async () => {} } = {}) {
  const nonces = createWalletNonces(database, chain, { maxTurnMs })
  let signed = 0
  const attempt = async ({ nonce, turn }: NonceUse) => {
    signed += 1
    if (turn) await signing()
    const id = randomUUID()
    const transaction = { id, network, wallet, nonce, signed: { hash: id, raw: `0x${nonce}`, lastValidHeight: null } }
    return { answer: await storeTransaction(turn ?? database, { ...transaction, claims: [] }), nonce }
  }
  const once = () => nonces.use(wallet, attempt)
  return {
    once,
    signed: () => signed,
    async store(count: number) {
      for (let stored = 0; stored < count; ) if ((await once()).answer === 'stored') stored += 1
    },
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
    expect(instances.reduce((sum, { signed }) => sum + signed(), 0)).toBeLessThan(115)
  })

  it('are found again by an instance that was overtaken', async () => {
    const [one, two] = [openInstance('0xovertaken'), openInstance('0xovertaken')]
    await one.store(1)
    await two.store(3)
    expect(await one.once()).toMatchObject({ answer: 'raced', nonce: 1n })
    expect(await one.once()).toMatchObject({ answer: 'stored', nonce: 4n })
    expect(await takenNonces('0xovertaken')).toEqual([0, 1, 2, 3, 4])
  })

  it('go on while an instance hangs in its turn, which then stores nothing', async () => {
    let goOn = () => {}
    const hanging = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const stopped = openInstance('0xstopped', { maxTurnMs: 100, signing: () => hanging })
    const others = [openInstance('0xstopped'), openInstance('0xstopped')]
    for (const instance of [stopped, ...others]) await instance.store(1)
    await expect(stopped.once()).resolves.toMatchObject({ answer: 'raced' })
    const turn = expect(stopped.once()).rejects.toThrow()
    await Promise.all(others.map(({ store }) => store(5)))
    goOn()
    await turn
    expect(await takenNonces('0xstopped')).toEqual(Array.from({ length: 13 }, (_, nonce) => nonce))
  })
})
