import { lookup } from 'node:dns/promises'
import { assetOf } from '@/lib/base/chains/assets'
import type { Chains } from '@/lib/base/chains/chains'
import { isRpcUnreachable } from '@/lib/base/chains/errors'
import { type PayeeFault, readPayeeFault } from '@/lib/base/chains/payee-fault'
import { readTransfers } from '@/lib/base/chains/transfers/read-transfers'
import { systemClock } from '@/lib/base/infra/clock'
import type { ServerEnv } from '@/lib/base/infra/env'
import { openMailer } from '@/lib/base/infra/mailer'
import { safeFetch, safeStream } from '@/lib/base/infra/safe-fetch'
import { inEnglish } from '@/lib/base/sentences/in-english'
import { networkName } from '@/lib/base/x402/networks'
import { isTransfer, type RouteTerms } from '@/lib/base/x402/payment-option'
import type { Catalog } from '@/lib/bazaar/create-catalog'
import { gateMinimumOf } from '@/lib/facilitator/access/minimum-amounts'
import { buildTerms } from '@/lib/gate/resource-server/build-terms'
import { RouteConfigError } from '@/lib/gate/resource-server/compile-route'
import type { Gate } from '@/lib/gate/resource-server/gate'
import { findAccountsOf, isWalletOf, listWalletsOf } from '@/lib/gate/sign-in/account-wallets'
import { askConfirmation, type ConfirmationSite, checkConfirmation } from '@/lib/gate/sign-in/confirmation'
import type { ConfirmationPort, GatePort, ListingCatalog, SellersContext } from '@/lib/shop/sellers/ports'
import { shopQuotas } from '@/lib/shop/sellers/quotas/quotas'
import { deriveSealKey } from '@/lib/shop/sellers/seal'
import type { Base } from './base'
import type { OpenGate } from './open-gate'

/** Joins selling to the gate that sells, the catalog that lists and the sign-in that confirms. */
export function openSellers(
  { env, database, chains, log }: Base,
  { gate, site, signIn, catalog }: Pick<OpenGate, 'gate' | 'site' | 'signIn'> & { catalog: Catalog },
): SellersContext {
  return {
    database,
    clock: systemClock,
    log,
    publicOrigin: env.publicOrigin,
    sealKey: deriveSealKey(env.secret, env.previousSecrets),
    fetch: safeFetch,
    stream: safeStream,
    resolve: async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address),
    reach: env.isDemo ? 'loopback' : 'public',
    openHosts: new Set(env.privateUpstreams),
    isSwitchedOn: (network) => env.rpcUrls[network] !== undefined,
    findPayeeFault: (network, address) => findPayeeFault(chains, network, address),
    decimalsOf: (network) => assetOf(network)?.decimals ?? 6,
    limits: { quotas: shopQuotas, storedBytes: env.storedBytesLimit },
    signUp: env.sellerSignUp,
    operatorAccounts: () => findAccountsOf(database, env.operatorWallets),
    gate: toGatePort(gate, env),
    catalog: toCatalogPort(catalog),
    confirmations: toConfirmationPort({ publicOrigin: env.publicOrigin, signInNetworks: site.signInNetworks, signIn }),
    mail: env.mail && {
      send: openMailer(env.mail),
      operatorAddress: env.mail.operatorAddress,
      siteName: env.site.name,
    },
    claimLimits: env.claimLimits,
    refunds: {
      readTransfers: (wanted) => readTransfers(chains, wanted),
      walletsOf: (accountId, network) => listWalletsOf(database, { accountId, network }),
    },
  }
}

export const toConfirmationPort = (site: ConfirmationSite): ConfirmationPort => ({
  ask: (act) => askConfirmation(site, act),
  check: (act, proof) => checkConfirmation(site, act, proof),
  isWalletOf,
})

/** Asks the gate itself, so that a seller's preview equals a buyer's 402. */
function toGatePort(gate: Gate, env: ServerEnv): GatePort {
  return {
    async buildTerms(routeKey, route) {
      try {
        const terms = await buildTerms(gate, routeKey, route)
        const message = findTooCheap(env, terms)
        return message === null ? { ok: true, terms } : { ok: false, message }
      } catch (error) {
        if (error instanceof RouteConfigError) return { ok: false, message: error.message }
        throw error
      }
    },
  }
}

/** Why a price is too low to be settled here, or null. Calls out of a deposit may cost less; a deposit may not. */
function findTooCheap(env: ServerEnv, { challenge }: RouteTerms): string | null {
  const tooCheap = challenge.accepts.find(
    (option) => isTransfer(option) && BigInt(option.amount) < gateMinimumOf(env, option.network, option.asset),
  )
  if (!tooCheap) return null
  const { everywhere, byNetwork } = env.facilitatorAccess.minimum
  const least = byNetwork[tooCheap.network] ?? everywhere
  return `On ${networkName(tooCheap.network)} a payment must be at least ${least}, as each one costs gas. Raise the price, or sell many small calls.`
}

function toCatalogPort(catalog: Catalog): ListingCatalog {
  return {
    async list(terms) {
      const outcome = await catalog.indexOwn(terms)
      return outcome.status === 'rejected' ? { status: 'rejected', reason: inEnglish(outcome.why) } : outcome
    },
    remove: (key) => catalog.removeOwn(key),
  }
}

/** Checks by the asset of dollar prices; a chain that does not answer finds no fault. */
async function findPayeeFault(chains: Chains, network: string, payTo: string): Promise<PayeeFault | null> {
  const asset = assetOf(network)?.address
  if (!asset || !chains.networks.includes(network)) return null
  return readPayeeFault(chains, { network, asset, payTo }).catch((error: unknown) => {
    if (isRpcUnreachable(error)) return null
    throw error
  })
}
