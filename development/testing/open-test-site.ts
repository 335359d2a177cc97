import { afterAll } from 'vitest'
import { createGasKeys } from './create-gas-keys'
import { startTestSite, type TestSite, type TestSiteOptions } from './start-test-site'
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
