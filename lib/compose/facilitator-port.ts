import { assetOf } from '@/lib/chains/assets'
import type { Chains } from '@/lib/chains/chains'
import { openGasWallets } from '@/lib/chains/facilitator/gas-wallets'
import { createSettlementChains } from '@/lib/chains/settlement/create-settlement-chains'
import { createCallerGate } from '@/lib/facilitator/access/admit-caller'
import { gateMinimumOf, minimumAmountOf } from '@/lib/facilitator/access/minimum-amounts'
import { createFacilitator, type Facilitator } from '@/lib/facilitator/create-facilitator'
import { createFacilitatorHttp, type FacilitatorHttp } from '@/lib/facilitator/http/create-facilitator-http'
import type { CatalogPort } from '@/lib/facilitator/ports'
import { isChannelRequest } from '@/lib/facilitator/read-payment'
import { systemClock } from '@/lib/infra/clock'
import type { Database } from '@/lib/infra/database'
import type { ServerEnv } from '@/lib/infra/env'
import type { Logger } from '@/lib/infra/logger'
import { isQueueFull } from '@/lib/infra/queue-full'
import type { Turn } from '@/lib/infra/turns'
import { lockSettling, noteSettling } from '@/lib/payments/settling-note'
import { createFailOver } from '@/lib/resource-server/facilitators/fail-over'
import { createHttpFacilitator } from '@/lib/resource-server/facilitators/http-facilitator'
import { type FacilitatorPort, FacilitatorUnreachableError } from '@/lib/resource-server/ports'
import { ALGORAND_TESTNET } from '@/lib/x402/networks'
import { reasons } from '@/lib/x402/reasons'
import type { PaymentRequirements } from '@/lib/x402/wire'

/** Opens our own facilitator on every configured network that has a gas wallet. */
export async function openFacilitator(parts: {
  env: ServerEnv
  chains: Chains
  database: Database
  log: Logger
  catalog: CatalogPort
}): Promise<Facilitator> {
  const { env, chains, database, log, catalog } = parts
  const wallets = await openGasWallets({
    ...env.facilitatorKeys,
    receiverAuthorizer: env.receiverAuthorizerKey,
    previousAuthorizers: env.previousAuthorizerKeys,
    avmAlgodUrl: env.rpcUrls[ALGORAND_TESTNET]?.[0],
  })
  const settlementChains = createSettlementChains(chains, wallets, {
    findAuthorization: chains.findAuthorization,
    furtherAssets: env.facilitatorAssets,
  })
  const callerLedger = { lock: lockSettling, note: noteSettling }
  return createFacilitator({ database, chains: settlementChains, log, catalog, callerLedger })
}

/** Our own facilitator for others: the same verbs over HTTP, with the access that the configuration gives. */
export function openFacilitatorHttp(parts: {
  env: ServerEnv
  facilitator: Facilitator
  database: Database
  log: Logger
  takeTurn: (request: Request) => Promise<Turn>
}): FacilitatorHttp {
  const { env, facilitator, database, log, takeTurn } = parts
  const { isOpen, requestsPerSecond } = env.facilitatorAccess
  const access = { database, clock: systemClock, isOpen, requestsPerSecond }
  return createFacilitatorHttp({
    facilitator,
    log,
    baseUrl: `${env.publicOrigin}/facilitator`,
    siteName: env.site.name,
    admitCaller: createCallerGate(access),
    takeTurn,
    minimumOf: (network, asset) => minimumAmountOf(env, network, asset),
  })
}

/**
 * What a claim must bring to be worth its gas: where no rate of the network's coin is set, as much as a payment. Nothing
 * where gas has no limit.
 */
export async function readLeastClaims(env: ServerEnv, facilitator: Facilitator): Promise<Record<string, bigint>> {
  const costs = await facilitator.channelCosts()
  const entries = costs.flatMap(({ network, micros }) => {
    const stablecoin = assetOf(network)
    if (!stablecoin) return []
    const cost = micros === null ? null : (micros * 10n ** BigInt(stablecoin.decimals)) / 1_000_000n
    return [[network, cost ?? gateMinimumOf(env, network, stablecoin.address)] as const]
  })
  return Object.fromEntries(entries)
}

/** Who settles for our gate: the facilitators that are configured, else our own in this process. */
export function toFacilitatorPort(env: ServerEnv, facilitator: Facilitator, log: Logger): FacilitatorPort {
  const own = inProcess(facilitator, (network, asset) => gateMinimumOf(env, network, asset))
  if (env.facilitators.length === 0) return own
  const sources = env.facilitators.map(({ place, credential }) =>
    place === 'own' ? { ...own, name: 'own' } : createHttpFacilitator({ url: place, credential }),
  )
  return createFailOver({ sources, warn: (details, message) => log.warn(details, message) })
}

function inProcess(facilitator: Facilitator, minimumOf: (network: string, asset: string) => bigint): FacilitatorPort {
  const leastOf = ({ network, asset }: PaymentRequirements) => minimumOf(network, asset)
  return {
    async verify(paymentPayload, paymentRequirements, holder) {
      const verifying = facilitator.verify(
        { paymentPayload, paymentRequirements },
        { holder, minimumAtomic: leastOf(paymentRequirements) },
      )
      const verdict = await verifying.catch((error: unknown) => {
        throw isQueueFull(error) ? new FacilitatorUnreachableError(error.message) : error
      })
      if (!verdict.isValid && verdict.invalidReason === reasons.unexpectedVerifyError) {
        throw new FacilitatorUnreachableError(verdict.invalidMessage ?? 'The network did not answer.')
      }
      return verdict
    },
    // What the gate asks for of its channels it asks as their receiver.
    settle: (paymentPayload, paymentRequirements, note, holder) =>
      facilitator.settle(
        { paymentPayload, paymentRequirements },
        {
          ...(note && { note }),
          holder,
          maySignRefund: () => true,
          // Whether a receiver's own work is worth its gas, the job that asks for it tells.
          ...(isChannelRequest({ paymentPayload, paymentRequirements })
            ? {}
            : { minimumAtomic: leastOf(paymentRequirements) }),
        },
      ),
    release: facilitator.release,
    spend: facilitator.spend,
    supported: async () => facilitator.supported(),
  }
}
