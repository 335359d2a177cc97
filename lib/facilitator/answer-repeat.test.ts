import { describe, expect, it } from 'vitest'
import type { SignedPayment } from '@/lib/base/chains/signed-payment'
import { isOwed } from './answer-repeat'
import type { SettlementRecord } from './ledger/settlement-record'

const authorization = { scheme: 'exact', asset: 'usdc', payTo: 'seller', amountAtomic: 1_000n }
const payment = { authorization, requirements: { scheme: 'exact', amount: '1000' } } as unknown as SignedPayment
const asked = { payment, payloadDigest: 'd', holder: null }
const record = {
  ...authorization,
  ...{ state: 'unknown', settleAmountAtomic: 1_000n, payloadDigest: 'd', holder: null },
  ...{ isPendingAnswered: true, isSuccessAnswered: false },
} as SettlementRecord

describe('an outcome that a caller was told to come back for', () => {
  it.each([
    ...(['claimed', 'settling', 'unknown', 'settled'] as const).map((state) => [state, true] as const),
    ...(['reserved', 'abandoned', 'refused', 'spent_zero'] as const).map((state) => [state, false] as const),
  ])('is owed while it is %s: %s', (state, isExpected) => {
    expect(isOwed({ ...record, state }, asked)).toBe(isExpected)
  })

  it.each([
    ['payload', { payloadDigest: 'other' }],
    ['amount', { settleAmountAtomic: 999n }],
    ['payee', { payTo: 'other' }],
    ['asset', { asset: 'other' }],
    ['scheme', { scheme: 'upto' }],
    ['holder', { holder: 'other' }],
    ['caller: it has had the success', { isSuccessAnswered: true }],
  ])('is not owed to another %s', (_, change) => {
    expect(isOwed({ ...record, ...change }, asked)).toBe(false)
  })
})
