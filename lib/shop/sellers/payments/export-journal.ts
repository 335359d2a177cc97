import { formatAtomic } from '@/lib/base/x402/money'
import { listMovements, type Movement } from '@/lib/payments/list-movements'
import { type Actor, getOwnSeller } from '../actor'
import { parseInput } from '../input-refused-error'
import type { SellersContext } from '../ports'
import type { Value } from './read-rates'
import { rangeInput } from './summarize-earnings'
import { streamRows, toLine } from './write-csv'

/** Each amount stands once as a debit and once as a credit, so that every entry adds up to zero. */
type Posting = { account: string; debitAtomic: bigint; creditAtomic: bigint }

/**
 * A movement in double entry. Calls out of channels are claimed later, so their money is owed by the channels of the
 * payout address until then.
 */
function toPostings({ kind, routeKey, scheme, wallet, amountAtomic, isUndelivered }: Movement): Posting[] {
  const earned = `${isUndelivered ? 'received, not delivered' : 'sales'} ${routeKey}`
  const held = `${scheme === 'batch-settlement' ? 'channels to' : 'wallet'} ${wallet}`
  const [debit, credit] = kind === 'payment' ? [held, earned] : [`refunds ${routeKey}`, `wallet ${wallet}`]
  return [
    { account: debit, debitAtomic: amountAtomic, creditAtomic: 0n },
    { account: credit, debitAtomic: 0n, creditAtomic: amountAtomic },
  ]
}

const csvColumns = [
  ...['entry_id', 'at', 'kind', 'payment_id', 'network', 'asset', 'account', 'debit_atomic', 'credit_atomic'],
  ...['debit', 'credit', 'payer', 'transaction', 'currency', 'rate', 'rate_from', 'debit_value', 'credit_value'],
]

export type JournalForm = 'csv' | 'jsonl'

/**
 * Everything that came in and was given back in the actor's shop, from `from` up to `until`, as a journal in double
 * entry, oldest first, read and sent piece by piece: the rows that earnings and statements add up. In CSV each posting
 * is a line, in JSON Lines each entry. Entries have their value by the rate of their time, where the site has one. Fails before the first piece when the range is invalid.
 */
export async function exportJournal(
  context: SellersContext,
  actor: Actor,
  input: unknown,
  form: JournalForm,
): Promise<ReadableStream<Uint8Array>> {
  const range = parseInput(rangeInput, input)
  const { id: sellerId, handle } = await getOwnSeller(context.database, actor)
  const valuation = await context.readRates()
  const find = (after: Movement | null, limit: number) =>
    listMovements(context.database, { sellerId, handle, ...range }, { after, limit })
  const write = form === 'jsonl' ? toJsonLine : toCsvLines
  return streamRows(form === 'jsonl' ? '' : toLine(csvColumns), find, (movement) => {
    const decimals = context.decimalsOf(movement.network)
    return write({ ...movement, decimals, value: valuation?.({ ...movement, decimals }) ?? null })
  })
}

type Valued = Movement & { decimals: number; value: Value | null }

function toCsvLines({ decimals, value, ...movement }: Valued): string {
  const { id, at, kind, paymentId, network, asset, payer, transaction } = movement
  const lines = toPostings(movement).map(({ account, debitAtomic, creditAtomic }) =>
    toLine([
      ...[id, at, kind, paymentId, network, asset, account, debitAtomic, creditAtomic],
      ...[formatAtomic(debitAtomic, decimals), formatAtomic(creditAtomic, decimals), payer, transaction],
      ...[value?.currency ?? null, value?.rate ?? null, value?.rateFrom ?? null],
      ...[debitAtomic, creditAtomic].map((atomic) => value && (atomic === 0n ? '0' : value.amount)),
    ]),
  )
  return lines.join('')
}

function toJsonLine({ value, ...movement }: Valued): string {
  const { id: entryId, at, kind, paymentId, network, asset, payer, transaction } = movement
  const postings = toPostings(movement).map(({ account, debitAtomic, creditAtomic }) => ({
    account,
    debitAtomic: `${debitAtomic}`,
    creditAtomic: `${creditAtomic}`,
  }))
  return `${JSON.stringify({ entryId, at, kind, paymentId, network, asset, payer, transaction, value, postings })}\n`
}
