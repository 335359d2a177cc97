import { lookup } from 'node:dns/promises'
import type { Catalog } from '@/lib/catalog/create-catalog'
import { assetOf } from '@/lib/chains/assets'
import type { Chains } from '@/lib/chains/chains'
import { readTransfers } from '@/lib/chains/transfers/read-transfers'
import { systemClock } from '@/lib/infra/clock'
import type { Database } from '@/lib/infra/database'
import type { ServerEnv } from '@/lib/infra/env'
import { openMailer } from '@/lib/infra/mailer'
import { safeFetch } from '@/lib/infra/safe-fetch'
import { safeStream } from '@/lib/infra/safe-stream'
import { buildTerms } from '@/lib/resource-server/build-terms'
import { RouteConfigError } from '@/lib/resource-server/compile-route'
import type { Gate } from '@/lib/resource-server/gate'
import type { CatalogPort, ConfirmationPort, GatePort, SellersContext } from '@/lib/sellers/ports'
import { deriveSealKey } from '@/lib/sellers/seal'
import { findAccountsOf } from '@/lib/sign-in/find-accounts-of'
import { listWalletsOf } from '@/lib/sign-in/list-wallets-of'
import { findPayeeFault } from './find-payee-fault'
import { toPaymentsPort } from './payments-port'

/** Joins selling to the gate that sells and the catalog that lists. */
export function openSellers(parts: {
  env: ServerEnv
  database: Database
  chains: Chains
  gate: Gate
  catalog: Catalog
  confirmations: ConfirmationPort
}): SellersContext {
  const { env, database, chains, gate, catalog, confirmations } = parts
  return {
    database,
    clock: systemClock,
    publicOrigin: env.publicOrigin,
    sealKey: deriveSealKey(env.secret, env.previousSecrets),
    fetch: safeFetch,
    stream: safeStream,
    resolve: async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address),
    reach: env.isDemo ? 'loopback' : 'public',
    openHosts: new Set(env.privateUpstreams),
    isSwitchedOn: (network) => env.rpcUrls[network] !== undefined,
    findPayeeFault: (network, address) => findPayeeFault(chains, { network, address }),
    decimalsOf: (network) => assetOf(network)?.decimals ?? 6,
    limits: { quotas: env.sellerQuotas, storedBytes: env.storedBytesLimit },
    signUp: env.sellerSignUp,
    operatorAccounts: () => findAccountsOf(database, env.operatorWallets),
    gate: toGatePort(gate),
    catalog: toCatalogPort(catalog),
    confirmations,
    mail: env.mail && {
      send: openMailer(env.mail),
      operatorAddress: env.mail.operatorAddress,
      siteName: env.site.name,
    },
    payments: toPaymentsPort(database, env.channels.claim),
    refunds: {
      readTransfers: (wanted) => readTransfers(chains, wanted),
      walletsOf: (accountId, network) => listWalletsOf(database, { accountId, network }),
    },
  }
}

/** Asks the gate itself, so that what a seller previews is what a buyer gets. */
function toGatePort(gate: Gate): GatePort {
  return {
    async buildTerms(routeKey, route) {
      try {
        return { ok: true, terms: await buildTerms(gate, routeKey, route) }
      } catch (error) {
        if (error instanceof RouteConfigError) return { ok: false, message: error.message }
        throw error
      }
    },
  }
}

function toCatalogPort(catalog: Catalog): CatalogPort {
  return {
    async list(terms) {
      const outcome = await catalog.indexOwn(terms)
      return outcome.status === 'rejected' ? { status: 'rejected', reason: outcome.rejectedReason } : outcome
    },
    remove: (key) => catalog.removeOwn(key),
  }
}
