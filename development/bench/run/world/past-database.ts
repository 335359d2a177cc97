import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '@/development/database/embedded-database'
import { evmDevnetAccount } from '@/development/devnet/wallets'
import { fillCatalogSettlements, fillPastPayments } from '@/development/testing/fill-past-payments'
import { assetOf } from '@/lib/base/chains/assets'
import { deployMigrations } from '@/lib/base/infra/migrations'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import type { Bench } from '../bench'
import { makeFolder, type OurSite, type SiteOptions, startInstance } from './start-our-site'
import { untilListed } from './until-listed'

/** PostgreSQL logs no rows that are inserted into a table which was emptied in the same transaction. */
const FILLING_SETTINGS = `wal_level = minimal\nmax_wal_senders = 0\nautovacuum = off\n`

/**
 * A site that has sold `bench.past` times: it starts once to list its routes, then its database is filled without
 * regard for crashes, and both start again as an operator runs them.
 */
export async function startSiteWithPast(
  bench: Pick<Bench, 'onEnd' | 'say' | 'past'>,
  options: Pick<SiteOptions, 'chain' | 'env'> & { payers: string[] },
): Promise<OurSite> {
  const folder = makeFolder(bench)
  const dataDir = join(folder, 'db')
  let database: EmbeddedDatabase = await startEmbeddedDatabase({ dataDir, isDurable: false })
  bench.onEnd(() => database.stop())
  await deployMigrations(database.url)
  const site = (port?: number) =>
    startInstance(
      {
        ...options,
        folder,
        databaseUrl: database.url,
        databasePid: database.pid,
        ...(port === undefined ? {} : { port }),
      },
      bench,
    )
  const first = await site()
  await untilListed(first)
  await first.stop()

  const settingsFile = join(dataDir, 'postgresql.auto.conf')
  await database.stop()
  writeFileSync(settingsFile, FILLING_SETTINGS)
  database = await startEmbeddedDatabase({ dataDir, isDurable: false })
  const startedAt = performance.now()
  const sale = {
    count: bench.past,
    payers: options.payers,
    asset: assetOf(BASE_SEPOLIA)?.address.toLowerCase() ?? '',
    payTo: evmDevnetAccount('seller').address,
    routeKey: 'GET /weather',
    resourceUri: first.url,
  }
  await Promise.all([fillPastPayments(database.url, sale), fillCatalogSettlements(database.url, sale)])
  const seconds = (performance.now() - startedAt) / 1_000
  bench.say(`${bench.past.toLocaleString('en')} past payments were filled in ${seconds.toFixed(0)} s.`)
  await database.stop()
  rmSync(settingsFile)
  database = await startEmbeddedDatabase({ dataDir })
  return site(first.port)
}
