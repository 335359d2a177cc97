import { afterAll } from 'vitest'
import { createGasKeys } from './create-gas-keys'
import { startTestSite, type TestSite, type TestSiteOptions } from './start-test-site'
import { openTestDatabase } from './test-database'
import { testWorld } from './test-world'

/**
 * A site on a database of the test file's own, until the file's last test and hook are done. Called at the top of the
 * file.
 */
export async function openTestSite(options: Partial<Pick<TestSiteOptions, 'env' | 'routes'>> = {}): Promise<TestSite> {
  const { url } = await openTestDatabase()
  const site = await startTestSite({ databaseUrl: url, gas: await createGasKeys(testWorld()), routes: {}, ...options })
  afterAll(() => site.stop())
  return site
}
