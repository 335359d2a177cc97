import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bareEnv } from '@/lib/base/infra/bare-env'
import { localAddresses } from '../devnet/evm/canonical-addresses'
import {
  avmDevnetAddress,
  avmDevnetSecretKey,
  evmDevnetAccount,
  evmDevnetKey,
  svmDevnetSecretKey,
  svmDevnetSigner,
} from '../devnet/wallets'

export type DemoWorld = {
  origin: string
  databaseUrl: string
  devnet: { evmRpcUrl: string; svmRpcUrl: string; avmUrl: string }
  dataDir: string
  isDev: boolean
}

/** The whole configuration of a server that sells on the local networks, with their public gas wallets. */
export async function demoEnv({ origin, databaseUrl, devnet, dataDir, isDev }: DemoWorld): Promise<NodeJS.ProcessEnv> {
  return {
    ...bareEnv({ NEXT_TELEMETRY_DISABLED: '1' }),
    NODE_ENV: isDev ? 'development' : 'production',
    PUBLIC_ORIGIN: origin,
    DATABASE_URL: databaseUrl,
    TURNPIKE_SECRET: keptSecret(dataDir),
    TURNPIKE_DEMO: '1',
    // Sign-up, e-mail, and wallets outside of the browser can be tried in the demo too.
    ...(process.env.SELLER_SIGN_UP && { SELLER_SIGN_UP: process.env.SELLER_SIGN_UP }),
    ...(process.env.SMTP_URL && { SMTP_URL: process.env.SMTP_URL, MAIL_FROM: process.env.MAIL_FROM }),
    ...(process.env.WALLETCONNECT_PROJECT_ID && { WALLETCONNECT_PROJECT_ID: process.env.WALLETCONNECT_PROJECT_ID }),
    LOG_LEVEL: 'warn',
    EVM_RPC_URLS_84532: devnet.evmRpcUrl,
    SVM_RPC_URL_DEVNET: devnet.svmRpcUrl,
    AVM_ALGOD_URL_TESTNET: devnet.avmUrl,
    FACILITATOR_KEYS: [
      ...[evmDevnetKey('gas'), evmDevnetKey('gas2')],
      ...[await svmDevnetSecretKey('gas'), await svmDevnetSecretKey('gas2')],
      ...[await avmDevnetSecretKey('gas'), await avmDevnetSecretKey('gas2')],
    ].join(),
    FACILITATOR_WALLET_FACTORIES: localAddresses.smartWalletFactory,
    // So that a claim can be watched.
    OPERATOR_WALLETS: evmDevnetAccount('seller').address,
    DEMO_PAY_TO: [
      evmDevnetAccount('seller').address,
      (await svmDevnetSigner('seller')).address,
      await avmDevnetAddress('seller'),
    ].join(),
  }
}

/** One secret per data folder, so that people stay signed in over a restart. */
function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 })
  return readFileSync(file, 'utf8').trim()
}
