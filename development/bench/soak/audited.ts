export type Finding = { kind: string; detail: string }

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
