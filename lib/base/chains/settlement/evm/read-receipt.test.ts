import { pad, TransactionReceiptNotFoundError, toEventSelector, toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import type { LedgerAuthorization } from '../settlement-chain'
import type { EvmRpc } from './evm-rpc'
import { type EvmReceipt, readReceipt, settlementsIn } from './read-receipt'

const hash = `0x${'1'.repeat(64)}` as const
const sealed = { status: 'success', logs: [], blockNumber: 1001n, blockHash: '0x1', gasUsed: 1n, effectiveGasPrice: 1n }

const other = { number: 999n, hash: '0x0' }

/** A node whose head is each of `heads` in turn, then the last; null for a transaction that it does not show. */
function nodeOf(
  { heads, receipts, latest = other }: { heads: bigint[]; receipts: (object | null)[]; latest?: object },
  confirmations = 1,
) {
  const asked: string[] = []
  const next = <T>(list: T[]): T => (list.length > 1 ? (list.shift() as T) : (list[0] as T))
  const client = {
    getBlock: async () => (asked.push('latest block'), latest),
    getBlockNumber: async () => (asked.push('head'), next(heads)),
    getTransactionReceipt: async () => {
      asked.push('receipt')
      const receipt = next(receipts)
      if (receipt === null) throw new TransactionReceiptNotFoundError({ hash })
      return receipt
    },
  }
  const rpc = { client, nodes: [client], confirmations } as unknown as EvmRpc // What is read of it.
  return { rpc, asked }
}

describe('a receipt of a block that is not sealed yet', () => {
  it('does not count with one confirmation while its block is above the head', async () => {
    const { rpc } = nodeOf({ heads: [1000n], receipts: [sealed] })
    expect(await readReceipt(rpc, [hash])).toEqual({ state: 'unconfirmed', hash })
  })

  it('is gone when its block is sealed without it', async () => {
    const { rpc } = nodeOf({ heads: [1000n, 1001n], receipts: [sealed, sealed, null] })
    expect(await readReceipt(rpc, [hash])).toEqual({ state: 'missing' })
  })

  it('counts at once where its block was sealed while it was read', async () => {
    const { rpc } = nodeOf({ heads: [1000n, 1001n], receipts: [sealed] })
    expect(await readReceipt(rpc, [hash])).toMatchObject({ state: 'confirmed', height: 1001n })
  })
})

it('counts in one round trip where the receipt names the head by its hash', async () => {
  const { rpc, asked } = nodeOf({ heads: [], receipts: [sealed], latest: { number: 1001n, hash: '0x1' } })
  expect(await readReceipt(rpc, [hash])).toMatchObject({ state: 'confirmed', height: 1001n })
  expect(asked).toEqual(['latest block', 'receipt'])
})

it('does not count by the height of the head only, as another block may have been sealed at it', async () => {
  const latest = { number: 1001n, hash: '0x2' }
  const { rpc } = nodeOf({ heads: [1001n], receipts: [sealed, null], latest })
  expect(await readReceipt(rpc, [hash])).toEqual({ state: 'missing' })
})

it('reads the head before the receipt where the block is below the head', async () => {
  const { rpc, asked } = nodeOf({ heads: [1001n], receipts: [sealed] })
  expect(await readReceipt(rpc, [hash])).toMatchObject({ state: 'confirmed' })
  expect(asked).toEqual(['latest block', 'receipt', 'head', 'receipt'])
})

it.each([
  [1001n, 'unconfirmed'],
  [1002n, 'confirmed'],
])('with two confirmations and the head at %s it is %s', async (head, state) => {
  const { rpc } = nodeOf({ heads: [head], receipts: [sealed] }, 2)
  expect(await readReceipt(rpc, [hash])).toMatchObject({ state })
})

const token = '0x036cbd53842c5426634e7929541ec2318f3dcf7e'
const payer = '0x00000000000000000000000000000000000000aa'
const payTo = '0x00000000000000000000000000000000000000bb'
const nonceOf = (number: number) => pad(toHex(number), { size: 32 })

type ReceiptLog = EvmReceipt['logs'][number]
const used = (number: number, by: `0x${string}` = payer): ReceiptLog => ({
  address: token,
  topics: [toEventSelector('AuthorizationUsed(address,bytes32)'), pad(by), nonceOf(number)],
  data: '0x',
})
const transfer = (amount: bigint, to: `0x${string}` = payTo, address: `0x${string}` = token): ReceiptLog => ({
  address,
  topics: [toEventSelector('Transfer(address,address,uint256)'), pad(payer), pad(to)],
  data: pad(toHex(amount), { size: 32 }),
})

const wanted = (nonce: string, amount = 1_000n): LedgerAuthorization => ({
  settleAmountAtomic: amount,
  key: nonce,
  network: 'eip155:84532',
  scheme: 'exact',
  asset: token,
  payer,
  payTo,
  amountAtomic: amount,
  nonce,
  validAfter: null,
  validBefore: null,
})
const amounts = (logs: ReceiptLog[], entries: LedgerAuthorization[], status: EvmReceipt['status'] = 'success') =>
  settlementsIn({ status, logs, fee: 0n }, entries).map(({ amountAtomic }) => amountAtomic)

it('reads each settlement of a batch from its own use and the transfer behind it', () => {
  const logs = [used(1), transfer(1_000n), used(3), transfer(1_000n)]
  expect(amounts(logs, [wanted(nonceOf(1)), wanted(nonceOf(2)), wanted(nonceOf(3))])).toEqual([1_000n, null, 1_000n])
})

it.each([
  ['a reverted transaction', [used(1), transfer(1_000n)], 'reverted'],
  ['only a transfer', [transfer(1_000n)], 'success'],
  ['only a use', [used(1)], 'success'],
  ['another recipient', [used(1), transfer(1_000n, payer)], 'success'],
  ['another amount', [used(1), transfer(999n)], 'success'],
  ["another token's transfer", [used(1), transfer(1_000n, payTo, payTo)], 'success'],
  ["a third party's use", [used(1, payTo), transfer(1_000n)], 'success'],
  ['a transfer that is not the next event of the token', [used(1), used(2), transfer(1_000n)], 'success'],
] as const)('takes %s for no settlement', (_case, logs, status) => {
  expect(amounts([...logs], [wanted(nonceOf(1))], status)).toEqual([null])
})

it('lets one transfer prove one Permit2 settlement only', () => {
  expect(amounts([transfer(1_000n)], [wanted('7'), wanted('8')])).toEqual([1_000n, null])
})
