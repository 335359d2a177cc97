import { within } from '@/lib/base/infra/concurrency'
import { isDatabaseAway } from '@/lib/base/infra/database-errors'
import { isDomainError } from '@/lib/base/infra/domain-error'
import type { NetworkSettler } from './create-network-settler'
import type { FacilitatorContext } from './settlement'
import { readNonce } from './wallet-nonces'

/** `isSigning` is false while others keep its key and do not sign. */
type WalletHealth = { address: string; balance: string; isDry: boolean; isSigning: boolean }

/**
 * `degraded`: some wallet is low or its signer away, the day's gas budget is spent, or the database is away. `behind`: the chain lacks transactions that the
 * ledger saw. `unreachable`: no node answers.
 */
type NetworkHealth = {
  network: string
  status: 'ok' | 'degraded' | 'behind' | 'unreachable'
  openTransactions: number
  /** Today's gas, in UTC and in the network's smallest unit; `budget` is null for none. Null: not known now. */
  gas: {
    spentToday: string
    budget: string | null
    isSpent: boolean
  } | null
  wallets: WalletHealth[]
}

export type FacilitatorHealth = { status: 'ok' | 'degraded'; networks: NetworkHealth[] }

/** Monitors wait no longer themselves. */
const PATIENCE_MS = 1_500

/** A network that is slow is described by its report of so long ago; without one, it is unreachable. */
const FRESH_MS = 10_000

const reports = new WeakMap<NetworkSettler, { report: NetworkHealth; at: number }>()

/** Asks every network for its gas wallets, and waits so long for each. */
export async function health(
  context: FacilitatorContext,
  patienceMs: number = PATIENCE_MS,
): Promise<FacilitatorHealth> {
  const networks = await Promise.all(
    context.settlers.map(async (settler) => {
      const reading = networkHealth(context, settler).then((report) => {
        reports.set(settler, { report, at: performance.now() })
        return report
      })
      return (await within(patienceMs, reading)) ?? lastReport(settler)
    }),
  )
  return { status: networks.every(({ status }) => status === 'ok') ? 'ok' : 'degraded', networks }
}

async function networkHealth({ deps }: FacilitatorContext, settler: NetworkSettler): Promise<NetworkHealth> {
  const { chain } = settler
  const report = unknownHealth(settler)
  let wallets: WalletHealth[] = []
  try {
    const states = await settler.wallets.look()
    wallets = states.map(({ address, balance, isDry }) => ({
      address,
      balance: balance.toString(),
      isDry,
      isSigning: chain.signerFault(address) === null,
    }))
    await Promise.all(chain.wallets.map((wallet) => readNonce(deps.database, chain, wallet)))
    const { spent, limit, isSpent } = await settler.budget.read()
    const gas = { spentToday: spent.toString(), budget: limit?.toString() ?? null, isSpent }
    const isDegraded = isSpent || wallets.some(({ isDry, isSigning }) => isDry || !isSigning)
    return { ...report, status: isDegraded ? 'degraded' : 'ok', gas, wallets }
  } catch (error) {
    // That is no fault of the network, and is told of the database.
    if (isDatabaseAway(error)) return { ...report, status: 'degraded', wallets }
    const isBehind = isDomainError(error) && error.code === 'CHAIN_BEHIND_LEDGER'
    const status = isBehind ? 'behind' : 'unreachable'
    // Many ask, again and again: each change is told once.
    if (reports.get(settler)?.report.status !== status)
      deps.log.warn({ err: error, network: chain.network }, 'health: a network is not well')
    return { ...report, status }
  }
}

function lastReport(settler: NetworkSettler): NetworkHealth {
  const last = reports.get(settler)
  if (last && performance.now() - last.at < FRESH_MS) return last.report
  return { ...unknownHealth(settler), status: 'unreachable' }
}

const unknownHealth = ({ chain, openIds }: NetworkSettler) => ({
  network: chain.network,
  openTransactions: openIds().length,
  gas: null,
  wallets: [],
})
