import { openGasWallets } from '@/lib/base/chains/facilitator/gas-wallets'
import { createSettlementChains } from '@/lib/base/chains/settlement/create-settlement-chains'
import { systemClock } from '@/lib/base/infra/clock'
import { defaultRetention } from '@/lib/base/infra/prune'
import { ALGORAND_TESTNET } from '@/lib/base/x402/networks'
import { settledChannels } from '@/lib/channels/chain/channel-chain'
import { channelRequests } from '@/lib/channels/facilitator/channel-requests'
import { createCallerGate } from '@/lib/facilitator/access/admit-caller'
import { minimumAmountOf } from '@/lib/facilitator/access/minimum-amounts'
import { listOpenMainnets, warnOfOpenMainnets } from '@/lib/facilitator/access/open-mainnets'
import { openScreen } from '@/lib/facilitator/access/screen-parties'
import { createFacilitator, type Facilitator } from '@/lib/facilitator/create-facilitator'
import { createFacilitatorHttp, type FacilitatorHttp } from '@/lib/facilitator/http/create-facilitator-http'
import { pruneSettlements } from '@/lib/facilitator/ledger/settlement-record'
import { createFacilitatorMetrics } from '@/lib/facilitator/metrics'
import type { SaleCatalog } from '@/lib/facilitator/ports'
import { takeBackLost } from '@/lib/payments/grants'
import { type Base, checkSigners } from './base'
import { MINUTE_MS, pruneJob } from './product'

/** Our own facilitator: in this process, and for others over HTTP. */
export type OpenFacilitator = Awaited<ReturnType<typeof openFacilitator>>

type GasState = { network: string; address: string; balance: string; isDry: boolean }

/** Listeners to the facilitator on its site; a facilitator without a site has none. */
type FacilitatorListeners = {
  catalog?: SaleCatalog
  gasSeen?: (wallets: GasState[]) => Promise<unknown>
}

/** Opens the facilitator on every configured network that has a gas wallet. */
export async function openFacilitator(base: Base, told: FacilitatorListeners = {}) {
  const { env, database, log } = base
  const facilitatorMetrics = createFacilitatorMetrics(base.metrics.registry)
  const facilitator = facilitatorMetrics.watch(await createOwn(base, told))
  warnOfOpenMainnets(listOpenMainnets(env, facilitator.supported()), log)
  return {
    facilitator,
    facilitatorHttp: openHttp(base, facilitator),
    facilitatorMetrics,
    jobs: [
      { name: 'reconcile settlements', intervalMs: 3_000, run: () => facilitator.reconcileSettlements() },
      { name: 'look at finality', intervalMs: 5_000, quietMs: 20_000, run: () => lookAtFinality(base, facilitator) },
      // Takes low gas wallets out of the rotation, and filled ones back.
      {
        name: 'look after gas wallets',
        intervalMs: 30_000,
        run: async () => {
          const wallets = await readGas(facilitator)
          await told.gasSeen?.(wallets)
        },
      },
      pruneJob(
        { database, retention: defaultRetention },
        { name: 'prune settlements', intervalMs: MINUTE_MS, prune: pruneSettlements },
      ),
    ],
    stop: async () => facilitator.stop(),
  }
}

async function createOwn(base: Base, { catalog }: FacilitatorListeners): Promise<Facilitator> {
  const { env, chains, database, log } = base
  const wallets = openGasWallets({
    ...env.facilitatorKeys,
    receiverAuthorizer: env.receiverAuthorizerKey,
    previousAuthorizers: env.previousAuthorizerKeys,
    avmAlgodUrl: env.rpcUrls[ALGORAND_TESTNET]?.[0],
    openRemote: base.remoteKeys.open,
  })
  await checkSigners(base)
  const settlementChains = createSettlementChains(chains, wallets, {
    findAuthorization: chains.findAuthorization,
    furtherAssets: env.facilitatorAssets,
    further: [settledChannels],
  })
  const screen = env.screenedAddressesPath && (await openScreen(env.screenedAddressesPath, log))
  const deps = { database, chains: settlementChains, log }
  return createFacilitator({ ...deps, ...(catalog && { catalog }), ...(screen && { screen }) }, channelRequests)
}

/** The same verbs over HTTP, with the configured access. */
function openHttp({ env, database, log, takeTurn }: Base, facilitator: Facilitator): FacilitatorHttp {
  const { isOpen, requestsPerSecond } = env.facilitatorAccess
  return createFacilitatorHttp({
    facilitator,
    log,
    baseUrl: `${env.publicOrigin}/facilitator`,
    siteName: env.site.name,
    admitCaller: createCallerGate({ database, clock: systemClock, isOpen, requestsPerSecond }),
    takeTurn,
    minimumOf: (network, asset) => minimumAmountOf(env, network, asset),
  })
}

/** Looks at settlements that are not final yet, and reverts here those that the chain has reverted. */
async function lookAtFinality({ database, log }: Base, facilitator: Facilitator): Promise<void> {
  await facilitator.lookAgain()
  const count = await takeBackLost(database, await facilitator.listLost())
  if (count > 0) log.error({ count }, 'finality: payments that were delivered are no longer paid')
}

const GAS_PATIENCE_MS = 20_000

async function readGas(facilitator: Facilitator): Promise<GasState[]> {
  const { networks } = await facilitator.health(GAS_PATIENCE_MS)
  return networks.flatMap(({ network, gas, wallets }) =>
    wallets.map((wallet) => ({ network, ...wallet, isDry: wallet.isDry || (gas?.isSpent ?? false) })),
  )
}
