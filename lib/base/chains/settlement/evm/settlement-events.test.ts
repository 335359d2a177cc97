import { pad, toEventSelector, toHex } from 'viem'
import { expect, it } from 'vitest'
import type { LedgerAuthorization } from '../settlement-chain'
import { type EvmReceipt, settlementsIn } from './settlement-events'

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
  authorization: {
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
  },
})
const amounts = (logs: ReceiptLog[], entries: LedgerAuthorization[], status: EvmReceipt['status'] = 'success') =>
  settlementsIn({ status, logs, fee: 0n }, entries).map(({ amountAtomic }) => amountAtomic)

it('reads each settlement of a batch from its own use and the transfer behind it', () => {
  const logs = [used(1), transfer(1_000n), used(3), transfer(1_000n)]
  expect(amounts(logs, [wanted(nonceOf(1)), wanted(nonceOf(2)), wanted(nonceOf(3))])).toEqual([1_000n, null, 1_000n])
})

it.each([
  ['a reverted transaction', [used(1), transfer(1_000n)], 'reverted'],
  ['a transfer alone', [transfer(1_000n)], 'success'],
  ['a use alone', [used(1)], 'success'],
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
