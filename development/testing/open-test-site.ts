import { afterAll } from 'vitest'
import { createGasKeys } from './create-gas-keys'
import { devnetEnv, type GasKeys, serveTestSite, type TestRoute, type TestSite } from './serve-test-site'
import { createSharedDatabase, openTestDatabase } from './test-database'
import { testWorld } from './test-world'

let shared: Promise<TestSite> | undefined

/**
 * A site without its own routes, which the test files of one worker share, one after the other: each opens its own
 * shops there, counts nothing but theirs and runs no job over all of them. With options, even empty ones, it is the
 * file's own site on its own database, until the file's last test and hook are done. Called at the top of the file.
 */
export async function openTestSite(options?: Partial<Pick<TestSiteOptions, 'env' | 'routes'>>): Promise<TestSite> {
  if (options === undefined) return (shared ??= openSharedSite())
  const { url } = await openTestDatabase()
  const site = await startTestSite({ databaseUrl: url, gas: await createGasKeys(testWorld()), routes: {}, ...options })
  afterAll(() => site.stop())
  return site
}

/** Ends with the worker. */
async function openSharedSite(): Promise<TestSite> {
  const [databaseUrl, gas] = await Promise.all([createSharedDatabase(), createGasKeys(testWorld())])
  return startTestSite({ databaseUrl, gas, routes: {} })
}

export type { GasKeys, TestRoute, TestSite } from './serve-test-site'

export type TestSiteOptions = {
  databaseUrl: string
  /** Gas wallets of this database only: two ledgers must not share one wallet's nonces. */
  gas: GasKeys
  routes: Record<string, TestRoute>
  env?: Record<string, string>
  /** Origin that buyers know, where several instances share one. */
  publicOrigin?: string
}

/** A whole site in the test's own process, on the local networks that the tests share. */
export async function startTestSite(options: TestSiteOptions): Promise<TestSite> {
  const env = {
    ...(await devnetEnv(testWorld(), options.gas)),
    DATABASE_URL: options.databaseUrl,
    ...(options.publicOrigin ? { PUBLIC_ORIGIN: options.publicOrigin } : {}),
    ...options.env,
  }
  return serveTestSite({ env, routes: options.routes })
}
