import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateClient } from '@/development/database/generate-client'
import { DomainError } from '@/lib/base/infra/domain-error'
import { runProcess } from '@/lib/base/infra/run-process'
import { startEmbeddedDatabase } from '../database/embedded-database'
import { demoEnv } from '../demo/demo-env'
import { type Site, startSite } from '../demo/start-site'
import { type Devnet, startDevnet } from '../devnet/start-devnet'
import { findFreePort } from '../free-port'
import { endInUse, SHUTDOWN_DELAY_SECONDS } from './end-in-use'
import { makeOwnRelease, makeReleaseOf, type Release, releaseIn } from './make-release'
import { parseUpgradeOptions } from './upgrade-options'
import { openPayer, useSite } from './use-site'

/** Long enough for the jobs of an instance that matter: each runs at least every few seconds. */
const WATCHED_MS = 35_000

type Instance = { origin: string; site: Site; logFile: string }

/**
 * Upgrades as an operator does, under buyers: the release of another commit (the previous one by default) serves, this
 * one's migrations are applied under it, this one's release starts beside it, and the old one is ended while a payment
 * is under way. Exits with 1 at the first wrong answer, a payment not delivered exactly once, or an error in a log.
 */
await runProcess(async () => {
  const options = parseUpgradeOptions(process.argv.slice(2))
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-upgrade-'))
  const remove = (path: string) => rmSync(path, { recursive: true, force: true })
  const cleanups: (() => Promise<void> | void)[] = [
    () => ['db', 'devnet', 'releases'].forEach((part) => remove(join(folder, part))),
  ]
  try {
    const releases = options.keptIn ?? join(folder, 'releases')
    const before =
      'ref' in options.before ? makeReleaseOf(options.before.ref, releases) : releaseIn(options.before.folder)
    const after = options.after ? releaseIn(options.after.folder) : makeOwnRelease(options.keptIn)
    // A fresh clone has no client yet, and the ledger's reader below needs it.
    generateClient()
    console.log(`From: ${before.name}. To: ${after.name}.`)
    const devnet = await startDevnet({ dataDir: join(folder, 'devnet'), ports: 'free' })
    cleanups.push(devnet.stop)
    const database = await startEmbeddedDatabase({ dataDir: join(folder, 'db'), isDurable: false })
    cleanups.push(database.stop)
    await upgrade({ before, after, devnet, databaseUrl: database.url, folder, cleanups })
    cleanups.unshift(() => remove(folder))
  } catch (error) {
    console.error(`The logs of both are in ${folder}.`)
    throw error
  } finally {
    for (const cleanup of cleanups.toReversed()) await cleanup()
  }
})
process.exit()

type Upgrade = {
  before: Release
  after: Release
  devnet: Devnet
  databaseUrl: string
  folder: string
  cleanups: (() => Promise<void> | void)[]
}

async function upgrade({ before, after, devnet, databaseUrl, folder, cleanups }: Upgrade): Promise<void> {
  const payer = await openPayer(devnet)
  const start = async ({ name, server }: Release, logName: string, publicOrigin?: string): Promise<Instance> => {
    const port = await findFreePort()
    const origin = `http://localhost:${port}`
    const world = { origin: publicOrigin ?? origin, databaseUrl, devnet, dataDir: folder, isDev: false }
    const env = { ...(await demoEnv(world)), SHUTDOWN_DELAY_SECONDS: String(SHUTDOWN_DELAY_SECONDS) }
    const logFile = join(folder, logName)
    const site = await startSite({ port, isDev: false, env, logFile, server, onStart: () => {} })
    cleanups.push(site.stop)
    console.log(`${name} serves.`)
    return { origin, site, logFile }
  }
  before.migrate(databaseUrl)
  const old = await start(before, 'before.log')
  await useSite(payer, old.origin, `${before.name} on its own schema`)
  console.log(`The migrations of this version, under it: ${after.migrate(databaseUrl).replaceAll('\n', ', ')}`)
  await useSite(payer, old.origin, `${before.name} on this schema`)
  await sleep(WATCHED_MS)
  await useSite(payer, old.origin, `${before.name} on this schema, after its jobs have run`)
  const fresh = await start(after, 'after.log', old.origin)
  for (const { origin } of [old, fresh, old, fresh]) await useSite(payer, origin, 'Both, by turns')
  await endInUse({ instance: old, name: before.name, payer, evmRpcUrl: devnet.evmRpcUrl })
  await useSite(payer, fresh.origin, 'This version alone')
  await endInUse({ instance: fresh, name: after.name, payer, evmRpcUrl: devnet.evmRpcUrl })
  // Loaded now: it needs the database client, which a fresh clone has only since the step above.
  const { requireDelivered } = await import('./require-delivered')
  await requireDelivered(databaseUrl)
  requireQuiet(before.name, old.logFile)
  requireQuiet(after.name, fresh.logFile)
}

/** Jobs that no request waits for report their failure only in the log. */
function requireQuiet(name: string, logFile: string): void {
  const errors = readFileSync(logFile, 'utf8')
    .split('\n')
    .filter((line) => /"level":"(error|fatal)"/.test(line))
  if (errors.length === 0) return console.log(`${name} logged no error.`)
  throw new DomainError(
    'SITE_FAILED',
    `${name} logged ${errors.length} errors, such as:\n${errors.slice(0, 5).join('\n')}`,
  )
}
