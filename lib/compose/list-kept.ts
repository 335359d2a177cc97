import { catalogRecordDays } from '@/lib/catalog/ingest/events'
import type { Retention } from '@/lib/infra/retention'
import { REPLAY_KEPT_MS } from '@/lib/sellers/replays/purge-replays'
import { SESSION_KEPT_MS } from '@/lib/sign-in/purge-sessions'

/** One kind of data: how long it is kept, and the variable that says so. */
export type KeptData = { what: string; kept: string; variable: string | null }

const HOUR_MS = 3_600_000

/** What the database keeps and for how long, by the values that the jobs go by. */
export function listKept(retention: Retention): KeptData[] {
  const { unstartedHours, unpaidDays, answersHours, transactionsDays, webhooksDays } = retention
  return [
    said('Payments that ended before any code ran', hours(unstartedHours), 'RETENTION_UNSTARTED_HOURS'),
    said('Payments without money after code ran, or refused', days(unpaidDays), 'RETENTION_UNPAID_DAYS'),
    said('Answers stored for a retry, and what a voucher signed', hours(answersHours), 'RETENTION_ANSWERS_HOURS'),
    said('Signed transactions that have ended', days(transactionsDays), 'RETENTION_TRANSACTIONS_DAYS'),
    said('Webhook deliveries that have ended', days(webhooksDays), 'RETENTION_WEBHOOKS_DAYS'),
    said('Payments that brought money, settlements, rights, refunds, channels', 'For ever'),
    said('What operators and sellers changed', 'For ever'),
    said('Shops, routes, articles and files', 'Until their owner removes them'),
    said('Answers to an Idempotency-Key of the sellers’ API', hours(REPLAY_KEPT_MS / HOUR_MS)),
    said('Sessions', `${hours(SESSION_KEPT_MS / HOUR_MS)} beyond their end`),
    said('Nonces of sign-in proofs', 'Until the proof is too old to pass'),
    said('News of the catalog', days(catalogRecordDays.news)),
    said('Probes of the catalog', days(catalogRecordDays.probes)),
    said('Used proofs of owners in the catalog', days(catalogRecordDays.ownerProofs)),
  ]
}

const said = (what: string, kept: string, variable: string | null = null): KeptData => ({ what, kept, variable })

const hours = (count: number) => (count === 1 ? '1 hour' : `${count} hours`)
const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)
