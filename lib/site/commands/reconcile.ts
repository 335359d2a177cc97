import { DomainError } from '@/lib/base/infra/domain-error'
import { networkName } from '@/lib/base/x402/networks'
import { doubtChannels } from '@/lib/payments/channels/channel-rows'
import { openBase } from '@/lib/site/compose/base'
import { type Forgotten, findForgotten } from '@/lib/site/compose/find-forgotten'
import { openFacilitator } from '@/lib/site/compose/open-facilitator'
import type { CommandInput } from './read-command'

/** Blocks and backups have different clocks. The database recognises duplicates. */
const MARGIN_MS = 10 * 60_000

/**
 * Lists events on the chains that a restored database lacks: `reconcile --since <time>`. Exits with 1 when there are
 * any, or a network cannot be searched.
 */
export async function reconcileCommand({ options, flags }: CommandInput): Promise<void> {
  const since = parseSince(options.since)
  const base = openBase({ ...process.env, LOG_LEVEL: 'silent' })
  const { facilitator } = await openFacilitator(base)
  await doubtChannels(base.database)
  const found = await findForgotten({ ...base, facilitator }, new Date(since.getTime() - MARGIN_MS))
  if (flags.has('json')) console.log(toJson(found))
  else for (const forgotten of found) print(forgotten)
  if (found.some(({ movements }) => movements?.length !== 0)) process.exitCode = 1
  await base.database.$disconnect()
}

function parseSince(text: string | undefined): Date {
  const since = new Date(text ?? '')
  if (!Number.isNaN(since.getTime())) return since
  throw new DomainError('USAGE', 'Say when the backup was made: --since 2026-11-22T21:00:00Z.')
}

/** Amounts are atomic units, as text. */
const toJson = (found: Forgotten[]) =>
  JSON.stringify(found, (_, value) => (typeof value === 'bigint' ? String(value) : value), 2)

function print({ network, movements }: Forgotten) {
  const name = networkName(network)
  if (movements === null) return console.log(`${name}: not searched; compare its explorer with the dashboard by hand.`)
  console.log(`${name}: ${movements.length} unknown to the database`)
  for (const { at, height, kind, transaction, from, to, asset, amountAtomic, isSentByUs } of movements) {
    const what = `${kind} of ${amountAtomic}${asset === null ? '' : ` ${asset}`}`
    const who = `${from === null ? '' : ` from ${from}`} to ${to}`
    console.log(
      `  ${at.toISOString()} block ${height} ${transaction}: ${what}${who}, sent by ${isSentByUs ? 'us' : 'others'}`,
    )
  }
}
