import { assetOf } from '@/lib/base/chains/assets'
import {
  listMovements,
  type Movement,
  type MovementFacts,
  readMovementFacts,
} from '@/lib/base/chains/movements/list-movements'
import type { Database } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { addressIdentity } from '@/lib/base/x402/addresses'
import { familyOf, networkName } from '@/lib/base/x402/networks'
import { doubtChannels } from '@/lib/channels/ledger/channel-rows'
import { findRecordedTransactions } from '@/lib/facilitator/ledger/find-settlement'
import { findRecordedPayments, listPayees } from '@/lib/payments/find-payments'
import { listAllPayees } from '@/lib/shop/sellers/payments/payees'
import { type Base, openBase } from '../compose/base'
import { type OpenFacilitator, openFacilitator } from '../compose/open-facilitator'
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

/** Movements on a chain that the database lacks; null where that chain cannot be searched. */
type Forgotten = { network: string; movements: (Movement & MovementFacts)[] | null }

type ForgottenParts = Pick<Base, 'env' | 'database' | 'chains'> & Pick<OpenFacilitator, 'facilitator'>

/**
 * Compares each chain with the ledgers from `since` on, for a restored database: finds payments to the site or its
 * shops, and acts of our gas wallets on channels, that no row records. Oldest first. Writes nothing.
 */
async function findForgotten(
  { env, database, chains, facilitator }: ForgottenParts,
  since: Date,
): Promise<Forgotten[]> {
  const { networks } = await facilitator.health()
  const payees = [...(await listPayees(database)), ...(await listAllPayees(database))]
  return Promise.all(
    chains.networks.map(async (network) => {
      const on = <One extends { network: string }>(all: readonly One[]) => all.filter((one) => one.network === network)
      const unique = (addresses: (string | null | undefined)[]) => [
        ...new Set(addresses.flatMap((address) => (address ? addressIdentity(network, address) : []))),
      ]
      const family = familyOf(network)
      const assets = unique([assetOf(network)?.address, ...on(env.facilitatorAssets).map(({ address }) => address)])
      const paid = unique([...on(payees).map(({ address }) => address), family && env.payTo[family]])
      const gasWallets = unique(on(networks).flatMap(({ wallets }) => wallets.map(({ address }) => address)))
      const movements = await listMovements(chains, { network, since, assets, payees: paid, gasWallets })
      if (movements === null) return { network, movements }
      const told = (await withoutRecorded(database, network, movements)).map(async (movement) => ({
        ...movement,
        ...(await readMovementFacts(chains, movement, gasWallets)),
      }))
      const late = (await Promise.all(told)).filter(({ at }) => at >= since)
      return { network, movements: late.toSorted((a, b) => Number(a.height - b.height)) }
    }),
  )
}

const HASHES_AT_ONCE = 1_000

async function withoutRecorded(database: Database, network: string, movements: Movement[]): Promise<Movement[]> {
  const hashes = [...new Set(movements.map(({ transaction }) => transaction))]
  const sent = new Set<string>()
  const paid = new Set<string>()
  for (let from = 0; from < hashes.length; from += HASHES_AT_ONCE) {
    const some = hashes.slice(from, from + HASHES_AT_ONCE)
    for (const hash of await findRecordedTransactions(database, network, some)) sent.add(hash)
    for (const payment of await findRecordedPayments(database, network, some)) paid.add(payment)
  }
  return movements.filter(
    ({ transaction, from }) => !sent.has(transaction) && !paid.has(`${transaction} ${from}`.toLowerCase()),
  )
}
