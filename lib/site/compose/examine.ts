import { serverVariableNames } from '@/lib/base/infra/env'
import { findUnknownVariables } from '@/lib/base/infra/find-unknown-variables'
import { listFailingRows } from '@/lib/base/infra/work-on-row'
import { readSpentPerDay } from '@/lib/facilitator/ledger/gas-spending'
import { checkConfiguration } from '@/lib/site/operations/doctor/check-configuration'
import { checkDatabase } from '@/lib/site/operations/doctor/check-database'
import { checkFacilitators } from '@/lib/site/operations/doctor/check-facilitators'
import { checkGas, type GasFacts } from '@/lib/site/operations/doctor/check-gas'
import { checkMail } from '@/lib/site/operations/doctor/check-mail'
import { checkNetworks } from '@/lib/site/operations/doctor/check-networks'
import { checkPayouts } from '@/lib/site/operations/doctor/check-payouts'
import { checkPublicOrigin } from '@/lib/site/operations/doctor/check-public-origin'
import { checkRows } from '@/lib/site/operations/doctor/check-rows'
import type { Finding } from '@/lib/site/operations/doctor/finding'
import { listMigrations } from '@/lib/site/operations/find-pending-migrations'
import type { Base } from './base'
import { examinePayees } from './examine-payees'
import { otherFacilitators } from './facilitator-port'
import type { OpenFacilitator } from './open-facilitator'
import { settlesElsewhere } from './settles-elsewhere'

/** The doctor starts as it asks, and a person waits for it. */
const PATIENCE_MS = 15_000

/** All findings of the doctor, in the order of its report. */
export async function examine(
  application: Pick<Base, 'env' | 'variables' | 'database' | 'chains'> & Pick<OpenFacilitator, 'facilitator'>,
): Promise<Finding[]> {
  const { env, variables, database, facilitator } = application
  const { publicOrigin, isDemo, trustedProxies, rpcUrls, confirmations, payTo } = env
  const networks = Object.keys(rpcUrls)
  const [ofDatabase, ofNetworks, ofFacilitators, gas, ofOrigin, ofMail] = await Promise.all([
    checkDatabase(database, listMigrations()),
    checkNetworks(rpcUrls),
    checkFacilitators(otherFacilitators(env)),
    readGas({ database, facilitator }),
    checkPublicOrigin(publicOrigin),
    checkMail(env.mail),
  ])
  const configuration = checkConfiguration({
    ...{ publicOrigin, isDemo, trustedProxies, rpcUrls, confirmations },
    unknownVariables: findUnknownVariables(variables, serverVariableNames),
    operators: env.operatorWallets.length,
  })
  // The ledger counts gas too: without its database, only the database is reported.
  const isGasKnown = ofDatabase.some(({ subject }) => subject === 'migrations')
  const gasWallets = gas.flatMap(({ wallets }) => wallets.map(({ address }) => address))
  return [
    ...configuration,
    ...ofDatabase,
    ...ofNetworks,
    ...ofFacilitators,
    ...(isGasKnown ? checkGas({ networks, hasOtherFacilitators: settlesElsewhere(env) }, gas) : []),
    ...checkPayouts({ networks, payTo, gasWallets, isDemo }),
    ...(isGasKnown ? await examinePayees(application) : []),
    ...(isGasKnown ? [checkRows(await listFailingRows(database, new Date()))] : []),
    ...ofOrigin,
    ofMail,
  ]
}

async function readGas({
  database,
  facilitator,
}: Pick<Base, 'database'> & Pick<OpenFacilitator, 'facilitator'>): Promise<GasFacts[]> {
  const { networks } = await facilitator.health(PATIENCE_MS)
  return Promise.all(
    networks.map(async ({ network, status, wallets }) => ({
      network,
      wallets,
      isReachable: status !== 'unreachable',
      // The database has a separate finding.
      spentPerDay: await readSpentPerDay(database, network).catch(() => 0n),
    })),
  )
}
