import { createGasKeys } from './create-gas-keys'
import type { TestWorld } from './test-world'

/** What a site of `development/testing/crash-site.ts` is opened with: a database, gas wallets of its own, and whom its routes pay. */
export type SiteProcessEnv = {
  DATABASE_URL: string
  PUBLIC_ORIGIN: string
  EVM_RPC_URL: string
  SVM_RPC_URL: string
  EVM_GAS_KEY: string
  SVM_GAS_KEY: string
  PAY_TO_EVM: string
}

export async function siteProcessEnv(
  world: TestWorld,
  { databaseUrl, payTo }: { databaseUrl: string; payTo: string },
): Promise<SiteProcessEnv> {
  const gas = await createGasKeys(world)
  return {
    DATABASE_URL: databaseUrl,
    PUBLIC_ORIGIN: 'http://site.test',
    EVM_RPC_URL: world.evmRpcUrl,
    SVM_RPC_URL: world.svmRpcUrl,
    EVM_GAS_KEY: gas.evm,
    SVM_GAS_KEY: gas.svm,
    PAY_TO_EVM: payTo,
  }
}
