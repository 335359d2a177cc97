import { createGasKeys } from './create-gas-keys'
import type { TestWorld } from './test-world'

/** What `testing/site-process.ts` is started with: a database, gas wallets of its own, and whom its routes pay. */
export async function siteProcessEnv(
  world: TestWorld,
  { databaseUrl, payTo }: { databaseUrl: string; payTo: string },
): Promise<Record<string, string>> {
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
