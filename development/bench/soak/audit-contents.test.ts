import { expect, it } from 'vitest'
import { auditContents, type LedgerPayment, type LedgerSettlement } from './audit-contents'
import type { PaymentRecord, ReceivedContent } from './payment-record'
import type { Kill } from './soak-world'

const one = 'http://127.0.0.1:1'
const two = 'http://127.0.0.1:2'
const content = (transaction: string, at = 10_000, by = one): ReceivedContent => ({ transaction, at, by })
const recordOf = (authorizationKey: string, known: Partial<PaymentRecord> = {}): PaymentRecord => ({
  ...{ authorizationKey, payer: '0xAB', path: '/a', contents: [], lastWord: '', isFinal: true, tookMs: 1 },
  ...known,
})

/** Payments of one payer, settled and delivered, by key and transaction. */
function ledgersOf(charged: Record<string, string>, delivered = new Date()) {
  const rows = Object.entries(charged)
  const payments = rows.map(
    ([key, transaction]): LedgerPayment => ({
      ...{ id: key, authorization_key: key, network: 'eip155:84532', status: 'settled', reason: null, settled: '1' },
      ...{ delivered_at: delivered, transaction, entitlement_uri: null },
    }),
  )
  const settlements = rows.map(
    ([key, transaction]): LedgerSettlement => ({
      ...{ key, network: 'eip155:84532', payer: '0xab', pay_to: '0x1', state: 'settled', amount: '1', transaction },
    }),
  )
  return { payments, settlements }
}

type Case = {
  records: PaymentRecord[]
  kills?: Kill[]
  ledgers?: ReturnType<typeof ledgersOf>
}

function judge({ records, kills = [], ledgers = ledgersOf({ k1: 't1' }) }: Case) {
  const { findings, ...counts } = auditContents({ records, kills }, ledgers)
  return { kinds: findings.map(({ kind }) => kind), ...counts }
}

const fine = { kinds: [], lostOnTheWay: 0, givenAgain: 0 }
const bought = () => recordOf('k1', { contents: [content('t1')] })
const second = (at = 12_000) => recordOf('k2', { contents: [content('t1', at, two)] })

it('one content for one charge is right, also where the next payment fetches it', () => {
  expect(judge({ records: [bought()] })).toEqual(fine)
  expect(judge({ records: [recordOf('k1'), second()] })).toEqual(fine)
})

it('what a payer owns comes again without a charge, and only that', () => {
  const again = (path: string) => recordOf('k2', { path, contents: [content('')] })
  const ledgers = ledgersOf({ k1: 't1' })
  const [row] = ledgersOf({ k2: '' }).payments
  if (row) ledgers.payments.push({ ...row, status: 'spent_zero', reason: 'already_owned' })
  expect(judge({ records: [bought(), again('/a')], ledgers })).toEqual(fine)
  expect(judge({ records: [bought(), again('/b')], ledgers })).toEqual({ ...fine, kinds: ['content without a charge'] })
})

it('content of another’s charge, of another thing or of none differs', () => {
  const stolen = recordOf('k2', { payer: '0xCD', contents: [content('t1')] })
  const other = recordOf('k2', { path: '/b', contents: [content('t1')] })
  const free = recordOf('k2', { contents: [content('t9')] })
  for (const record of [stolen, other, free]) {
    expect(judge({ records: [bought(), record] }).kinds).toEqual(['content without a charge'])
  }
})

it('a charge without content differs, unless the ledger has it delivered', () => {
  const undelivered = ledgersOf({ k1: 't1' })
  undelivered.payments = undelivered.payments.map((row) => ({ ...row, delivered_at: null }))
  expect(judge({ records: [recordOf('k1')], ledgers: undelivered }).kinds).toEqual(['charge without content'])
  expect(judge({ records: [recordOf('k1')] })).toEqual({ ...fine, lostOnTheWay: 1 })
})

it('an unfinished payment and a receipt that the ledger does not have differ', () => {
  expect(judge({ records: [recordOf('k9', { isFinal: false })] }).kinds).toEqual(['never a final word'])
  const ledgers = ledgersOf({ k1: 't1' })
  ledgers.payments = ledgers.payments.map((row) => ({ ...row, transaction: 't2' }))
  expect(judge({ records: [bought()], ledgers }).kinds).toEqual(['another receipt than the ledger has'])
})
