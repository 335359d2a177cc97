/** How long rows are kept that moved no money. docs/operating.md says why. */
export type Retention = {
  /** Reservations and claims that ended before anything was sent or produced. */
  unstartedHours: number
  /** Payments that moved no money, after a handler ran or a transaction was sent. */
  unpaidDays: number
  /** Answers stored for a retry, counted from their delivery, else from their payment. */
  answersHours: number
  /** The signed form of transactions that have ended. */
  transactionsDays: number
  /** Deliveries of webhooks that have ended, with their attempts. */
  webhooksDays: number
  /** Texts, files and upstreams of archived routes, counted from then. */
  archivedDays: number
}

export const defaultRetention: Retention = {
  unstartedHours: 24,
  unpaidDays: 30,
  answersHours: 24,
  transactionsDays: 7,
  webhooksDays: 30,
  archivedDays: 365,
}
