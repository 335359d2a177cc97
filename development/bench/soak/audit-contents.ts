import type { PaymentRecord, ReceivedContent } from './payment-record'
import { DOWN_MS, type Kill } from './soak-world'

export type Ledgers = { payments: LedgerPayment[]; settlements: LedgerSettlement[] }

export type Seen = { records: PaymentRecord[]; kills: readonly Kill[] }

export type ContentsAudit = {
  findings: AuditFinding[]
  /** Charged, and delivered by the ledger, but the connection broke on the way. */
  lostOnTheWay: number
  /** Delivered once more to their payer, since the first instance was killed before it could record the delivery. */
  givenAgain: number
}

/** How long after an answer, or before the soak has read it, a kill of its instance may have lost the record. */
const NOTE_MS = DOWN_MS / 2

/**
 * One content for one charge, and no charge without content. A content belongs to the charge that it names: the payer
 * of an undelivered one gets its content with the next request for the same, and that request's payment stays unused. A
 * payer who owns what was bought before gets it again, and its payment stays unused too.
 */
export function auditContents({ records, kills }: Seen, { payments, settlements }: Ledgers): ContentsAudit {
  const paymentOf = new Map(payments.map((row) => [row.authorization_key, row]))
  const pathOf = new Map(records.map(({ authorizationKey, path }) => [authorizationKey, path]))
  const charges = groupCharges(settlements)
  const chargeOf = (
    { authorizationKey, payer, path }: PaymentRecord,
    { transaction }: ReceivedContent,
  ): string | undefined => {
    const keys = charges.get(placeOf(payer, transaction)) ?? []
    return keys.find((key) => key === authorizationKey) ?? keys.find((key) => pathOf.get(key) === path)
  }
  const rebought = ({ authorizationKey, payer, path }: PaymentRecord): boolean =>
    paymentOf.get(authorizationKey)?.reason === 'already_owned' &&
    settlements.some(
      ({ key, state, payer: paid }) =>
        state === 'settled' && pathOf.get(key) === path && paid.toLowerCase() === payer.toLowerCase(),
    )
  const opened = new Map<string, { contents: ReceivedContent[]; records: PaymentRecord[] }>()
  const findings: AuditFinding[] = []
  const find = (kind: string, of: unknown, key: string) =>
    findings.push({ kind, detail: `${tell(of)} ${tell(paymentOf.get(key))}` })
  for (const record of records) {
    for (const content of record.contents) {
      const key = chargeOf(record, content)
      if (key === undefined) {
        if (!rebought(record)) find('content without a charge', record, record.authorizationKey)
        continue
      }
      const entry = opened.get(key) ?? { contents: [], records: [] }
      opened.set(key, { contents: [...entry.contents, content], records: [...entry.records, record] })
    }
  }
  const left = [...kills]
  let givenAgain = 0
  for (const [key, entry] of opened) {
    const { contents } = entry
    if (contents.length > 1) {
      if (contents.length === 2 && takeKillAfter(left, contents)) givenAgain += 1
      else find('content more than once', entry, key)
    }
    const payment = paymentOf.get(key)
    if (contents.some(({ transaction }) => transaction !== payment?.transaction)) {
      find('another receipt than the ledger has', entry, key)
    }
  }
  let lostOnTheWay = 0
  const settled = new Set(settlements.filter(({ state }) => state === 'settled').map(({ key }) => key))
  for (const record of records) {
    const { authorizationKey: key } = record
    if (!record.isFinal) find('never a final word', record, key)
    if (!settled.has(key) || opened.has(key)) continue
    if (paymentOf.get(key)?.delivered_at) lostOnTheWay += 1
    else find('charge without content', record, key)
  }
  return { findings, lostOnTheWay, givenAgain }
}

/** A payer's payments by the transaction that they were settled in. */
function groupCharges(settlements: LedgerSettlement[]): Map<string, string[]> {
  const charges = new Map<string, string[]>()
  for (const { key, payer, state, transaction } of settlements) {
    if (state !== 'settled') continue
    const place = placeOf(payer, transaction)
    charges.set(place, [...(charges.get(place) ?? []), key])
  }
  return charges
}

const placeOf = (payer: string, transaction: string | null) => `${payer.toLowerCase()} ${transaction}`

/** Whether the instance of the first of two contents was killed within its time; each kill explains one. */
function takeKillAfter(kills: Kill[], contents: ReceivedContent[]): boolean {
  const [first] = contents.toSorted((a, b) => a.at - b.at)
  const index = kills.findIndex(({ origin, at }) => origin === first?.by && Math.abs(at - first.at) < NOTE_MS)
  if (index === -1) return false
  kills.splice(index, 1)
  return true
}

const tell = (of: unknown) =>
  JSON.stringify(of, (_name, value) => (typeof value === 'bigint' ? value.toString() : value))

export type AuditFinding = { kind: string; detail: string }

/** Rows of both ledgers, as the audit reads them. */
export type LedgerPayment = {
  id: string
  authorization_key: string
  network: string
  status: string
  reason: string | null
  settled: string | null
  delivered_at: Date | null
  transaction: string | null
  entitlement_uri: string | null
}
export type LedgerSettlement = {
  key: string
  network: string
  payer: string
  pay_to: string
  state: string
  amount: string | null
  transaction: string | null
}
