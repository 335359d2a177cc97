import type { Retention } from '@/lib/base/infra/retention'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import { catalogRecordDays } from '@/lib/bazaar/ingest/events'
import { SESSION_KEPT_MS } from '@/lib/gate/sign-in/purge-sessions'
import { REPLAY_KEPT_MS } from '@/lib/shop/sellers/replays/replay'
import { BOUGHT_KEPT_DAYS } from '@/lib/shop/sellers/routes/erase-archived'

/** One kind of data: how long it is kept, and the variable that says so. */
export type KeptData = { what: Sentence; kept: Sentence; variable: string | null }

const HOUR_MS = 3_600_000

/** The kinds of data in the database and how long they are kept, from the values that the jobs use. */
export function listKept(retention: Retention): KeptData[] {
  const { unstartedHours, unpaidDays, answersHours, transactionsDays, webhooksDays, archivedDays } = retention
  return [
    said(say('kept.unstarted'), hours(unstartedHours), 'RETENTION_UNSTARTED_HOURS'),
    said(say('kept.unpaid'), days(unpaidDays), 'RETENTION_UNPAID_DAYS'),
    said(say('kept.answers'), hours(answersHours), 'RETENTION_ANSWERS_HOURS'),
    said(say('kept.transactions'), days(transactionsDays), 'RETENTION_TRANSACTIONS_DAYS'),
    said(say('kept.webhooks'), days(webhooksDays), 'RETENTION_WEBHOOKS_DAYS'),
    said(say('kept.money'), say('kept.for.ever')),
    said(say('kept.changes'), say('kept.for.ever')),
    said(say('kept.archived', { bought: BOUGHT_KEPT_DAYS }), days(archivedDays), 'RETENTION_ARCHIVED_DAYS'),
    said(say('kept.shops'), say('kept.for.closed')),
    said(say('kept.accounts'), say('kept.for.closable')),
    said(say('kept.replays'), hours(REPLAY_KEPT_MS / HOUR_MS)),
    said(say('kept.sessions'), hoursBeyond(SESSION_KEPT_MS / HOUR_MS)),
    said(say('kept.nonces'), say('kept.for.proof')),
    said(say('kept.news'), days(catalogRecordDays.news)),
    said(say('kept.probes'), days(catalogRecordDays.probes)),
    said(say('kept.ownerProofs'), days(catalogRecordDays.ownerProofs)),
  ]
}

const said = (what: Sentence, kept: Sentence, variable: string | null = null): KeptData => ({ what, kept, variable })

const hours = (count: number) => (count === 1 ? say('kept.for.oneHour') : say('kept.for.hours', { count }))
const hoursBeyond = (count: number) =>
  count === 1 ? say('kept.for.beyondOneHour') : say('kept.for.beyondHours', { count })
const days = (count: number) => (count === 1 ? say('kept.for.oneDay') : say('kept.for.days', { count }))
