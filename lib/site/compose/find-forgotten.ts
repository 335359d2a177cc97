import { assetOf } from '@/lib/base/chains/assets'
import {
  listMovements,
  type Movement,
  type MovementFacts,
  readMovementFacts,
} from '@/lib/base/chains/movements/list-movements'
import type { Database } from '@/lib/base/infra/database'
import type { ServerEnv } from '@/lib/base/infra/env'
import { addressIdentity } from '@/lib/base/x402/addresses'
import { familyOf } from '@/lib/base/x402/networks'
import { findRecordedTransactions } from '@/lib/facilitator/ledger/find-settlement'
import { findRecordedPayments, listPayees } from '@/lib/payments/find-payments'
import { listAllPayees } from '@/lib/shop/sellers/payments/payees'
import type { Base } from './base'
import type { OpenFacilitator } from './open-facilitator'

/** Movements on a chain that the database lacks; null where that chain cannot be searched. */
export type Forgotten = { network: string; movements: (Movement & MovementFacts)[] | null }

type Parts = Pick<Base, 'env' | 'database' | 'chains'> & Pick<OpenFacilitator, 'facilitator'>

const HASHES_AT_ONCE = 1_000

/**
 * Compares each chain with the ledgers from `since` on, for a restored database: finds payments to the site or its
 * shops, and acts of our gas wallets on channels, that no row records. Oldest first. Writes nothing.
 */
export async function findForgotten(parts: Parts, since: Date): Promise<Forgotten[]> {
  const { networks } = await parts.facilitator.health()
  const walletsOf = (network: string) =>
    networks
      .filter((entry) => entry.network === network)
      .flatMap(({ wallets }) => wallets.map(({ address }) => address))
  const payees = [...(await listPayees(parts.database)), ...(await listAllPayees(parts.database))]
  return Promise.all(
    parts.chains.networks.map((network) =>
      findOn(parts, {
        network,
        since,
        assets: assetsOf(parts.env, network),
        payees: unique(network, [...payeesOf(payees, network), ...sitePayees(parts.env, network)]),
        gasWallets: unique(network, walletsOf(network)),
      }),
    ),
  )
}

type Search = Parameters<typeof listMovements>[1]

async function findOn({ database, chains }: Parts, search: Search): Promise<Forgotten> {
  const { network, gasWallets, since } = search
  const movements = await listMovements(chains, search)
  if (movements === null) return { network, movements }
  const unknown = await withoutRecorded(database, network, movements)
  const told = await Promise.all(
    unknown.map(async (movement) => ({ ...movement, ...(await readMovementFacts(chains, movement, gasWallets)) })),
  )
  return { network, movements: told.filter(({ at }) => at >= since).toSorted((a, b) => Number(a.height - b.height)) }
}

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

function assetsOf({ facilitatorAssets }: ServerEnv, network: string): string[] {
  const further = facilitatorAssets.filter((asset) => asset.network === network).map(({ address }) => address)
  return unique(network, [assetOf(network)?.address ?? [], further].flat())
}

const payeesOf = (payees: { network: string; address: string }[], network: string): string[] =>
  payees.filter((payee) => payee.network === network).map(({ address }) => address)

function sitePayees({ payTo }: ServerEnv, network: string): string[] {
  const family = familyOf(network)
  const address = family && payTo[family]
  return address ? [address] : []
}

const unique = (network: string, addresses: string[]): string[] => [
  ...new Set(addresses.map((address) => addressIdentity(network, address))),
]
