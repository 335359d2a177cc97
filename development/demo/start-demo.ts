import { join } from 'node:path'
import { startEmbeddedDatabase } from '@/development/database/embedded-database'
import { generateClient } from '@/development/database/generate-client'
import { findFreePort, isPortTaken } from '@/development/free-port'
import { DomainError } from '@/lib/base/infra/domain-error'
import { deployMigrations } from '@/lib/base/infra/migrations'
import { startDevnet } from '../devnet/start-devnet'
import { buildSite } from './build-site'
import { claimDataFolder } from './data-folder'
import { demoEnv } from './demo-env'
import type { DemoOptions } from './demo-options'
import { startServices } from './services/start-services'
import { startSite } from './start-site'

export type Demo = Awaited<ReturnType<typeof startDemo>>

export type DemoStep = <T>(name: string, work: () => Promise<T> | T) => Promise<T>

/**
 * Starts everything: database, local networks, the built site. A part starts as soon as it can, and they stop
 * in the reverse order of their needs; started steps are stopped when another fails.
 */
export async function startDemo(options: DemoOptions, step: DemoStep) {
  const port = options.port || (await findFreePort())
  const folder = await claimDataFolder(options.dataDir)
  const cleanups: (() => Promise<void> | void)[] = [folder.release]
  const stop = async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  }
  try {
    await requireFreePorts(port, options.chainPorts)
    await step('Database client', () => generateClient())
    // Only the site waits for it. The process ends it if another part fails.
    const building = options.isDev ? Promise.resolve(false) : step('Build', buildSite)
    const devnetOptions = { dataDir: join(folder.path, 'devnet'), ports: options.chainPorts }
    const starting = step('Local networks', () => startDevnet(devnetOptions))
    cleanups.push(async () => (await starting.catch(() => null))?.stop())
    // Their failures are thrown where they are awaited.
    for (const part of [building, starting]) part.catch(() => {})
    const database = await step('Database', () => startEmbeddedDatabase({ dataDir: join(folder.path, 'db') }))
    cleanups.push(database.stop)
    await step('Migrations', () => deployMigrations(database.url))
    const devnet = await starting
    const origin = `http://localhost:${port}`
    const world = { origin, databaseUrl: database.url, devnet, dataDir: folder.path, isDev: options.isDev }
    const servicePorts = await servicePortsOf(options)
    const env = { ...(await demoEnv(world)), DEMO_ICONS_PORT: String(servicePorts[0]) }
    await step('Sample data', async () => {
      // Loaded now: it needs the database client, which a fresh clone has only since the step above.
      const { seed } = await import('@/prisma/seed')
      await seed(env)
    })
    await building
    const siteOptions = { port, isDev: options.isDev, env, logFile: join(folder.path, 'site.log') }
    const site = await step('Site', () => startSite({ ...siteOptions, onStart: folder.recordSite }))
    cleanups.push(site.stop)
    const services = await step('Sample services', () => startServices(origin, servicePorts))
    cleanups.push(services.stop)
    const died = Promise.race([
      site.died.then((reason) => `The site ended (${reason}); see ${siteOptions.logFile}.`),
      devnet.died.then((reason) => `The local EVM network ended (${reason}).`),
    ])
    const pids = { database: database.pid, anvil: devnet.pids.anvil, site: site.pid, demo: process.pid }
    return { origin, databaseUrl: database.url, devnet, services, pids, died, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The site asks the first of the services for all their icons, so its port must be known before. */
async function servicePortsOf({ servicePorts }: DemoOptions): Promise<number[]> {
  if (servicePorts === 'free') return [await findFreePort(), 0, 0]
  return [0, 1, 2].map((index) => servicePorts.first + index)
}

async function requireFreePorts(sitePort: number, chainPorts: DemoOptions['chainPorts']) {
  const chains = chainPorts === 'free' ? {} : chainPorts
  for (const [part, port] of Object.entries({ site: sitePort, ...chains })) {
    if (!(await isPortTaken(port))) continue
    const flag = part === 'site' ? '--port' : `--${part}-port`
    throw new DomainError(
      'PORT_TAKEN',
      `Port ${port} is taken by another program: stop it, or start the demo with ${flag} and a free one (npm run demo -- ${flag} ${port + 1}).`,
    )
  }
}
