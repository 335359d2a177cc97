import { createGasKeys } from './create-gas-keys'
import type { TestWorld } from './test-world'

/** The environment of a site of `crash-site.ts`: a database, its own gas wallets, and its routes' payTo. */
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
