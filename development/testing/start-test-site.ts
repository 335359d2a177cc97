import { devnetEnv, type GasKeys, serveTestSite, type TestRoute, type TestSite } from './serve-test-site'
import { testWorld } from './test-world'

export type { GasKeys, TestRoute, TestSite } from './serve-test-site'

export type TestSiteOptions = {
  databaseUrl: string
  /** Gas wallets of this database only: two ledgers must not share one wallet's nonces. */
  gas: GasKeys
  /** Routes by key, such as `GET /cheap`. */
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
