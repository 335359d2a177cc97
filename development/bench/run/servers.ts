import { join } from 'node:path'
import type { PaymentPayload, PaymentRequired } from '@x402/core/types'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { demoEnv } from '@/development/demo/demo-env'
import { startSite } from '@/development/demo/start-site'
import { fundedSigner } from '@/development/devnet/testing/svm-parties'
import { evmDevnetAccount, evmDevnetKey, svmDevnetSecretKey, svmDevnetSigner } from '@/development/devnet/wallets'
import { findFreePort } from '@/development/free-port'
import { startScript } from '@/development/testing/start-script'
import { createStockBuyer, type StockBuyer } from '@/development/testing/test-buyer'
import { fundDevnetWallet } from '@/lib/base/chains/devnet-faucet'
import { encodeHeader, parseHeader } from '@/lib/base/x402/header-codec'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { seed } from '@/prisma/seed'
import { makeFolder, type OnEnd, openBenchDatabase } from '../measure'

export type BenchChain = { evmRpcUrl: string; svmRpcUrl: string; avmUrl: string }

/** A running server with a paid resource: ours or another maker's. */
export type BenchServer = {
  origin: string
  /** The paid resource: a tenth of a cent, with sign-in. */
  url: string
  pid: number
  chain: BenchChain
  /** Restores a server that has left requests without an answer. */
  recover?: () => Promise<void>
}

export type OurSite = BenchServer & {
  /** Starts one more instance on the same database and chain, with a port of its own. */
  startInstance: () => Promise<BenchServer>
}

/** The built site with all its parts, the demo's sample data, a durable database and its own fresh chain. */
export async function startOurSite(onEnd: OnEnd): Promise<OurSite> {
  const chain = await startChain(onEnd)
  const dataDir = makeFolder(onEnd)
  const { url: databaseUrl } = await openBenchDatabase(onEnd, join(dataDir, 'db'))
  const port = await findFreePort()
  const origin = `http://localhost:${port}`
  const env = await demoEnv({ origin, databaseUrl, devnet: chain, dataDir, isDev: false })
  await seed(env)
  const start = async (on: number): Promise<BenchServer> => {
    const logFile = join(dataDir, `site-${on}.log`)
    const site = await startSite({ port: on, isDev: false, env, logFile, onStart: () => {} })
    onEnd(site.stop)
    return { origin, url: `http://localhost:${on}/weather`, pid: site.pid, chain }
  }
  return { ...(await start(port)), startInstance: async () => start(await findFreePort()) }
}

/** @x402/express with the SDK's facilitator in process, on its own fresh chain. Sells for Solana's money at `/solana`. */
export async function startStock(onEnd: OnEnd): Promise<BenchServer> {
  const chain = await startChain(onEnd)
  const port = await findFreePort()
  const env = {
    NODE_ENV: 'production',
    PORT: String(port),
    USES_NONCES_ONCE: '1',
    EVM_RPC_URL: chain.evmRpcUrl,
    EVM_GAS_KEY: evmDevnetKey('gas'),
    PAY_TO_EVM: evmDevnetAccount('seller').address,
    SVM_RPC_URL: chain.svmRpcUrl,
    SVM_GAS_KEY: await svmDevnetSecretKey('gas'),
    PAY_TO_SVM: (await svmDevnetSigner('seller')).address,
  }
  const start = () => startScript('development/testing/stock-server.ts', env)
  let running = await start()
  onEnd(() => running.stop())
  const origin = `http://127.0.0.1:${port}`
  const server: BenchServer = { origin, url: `${origin}/cheap`, pid: running.pid, chain }
  /** A transaction that it could not send leaves a gap in its nonces; only a new process reads them from the chain. */
  const recover = async () => {
    await running.stop()
    running = await start()
    server.pid = running.pid
  }
  return Object.assign(server, { recover })
}

export async function startChain(onEnd: OnEnd): Promise<BenchChain> {
  const { line, stop } = await startScript('development/bench/servers/devnet.ts', {})
  onEnd(() => stop('SIGTERM'))
  const { evmRpcUrl = '', svmRpcUrl = '', avmUrl = '' } = line
  return { evmRpcUrl, svmRpcUrl, avmUrl }
}

/** A wallet with money on that chain. */
export async function openBuyer({ evmRpcUrl }: BenchChain, key = generatePrivateKey()): Promise<StockBuyer> {
  const order = { network: BASE_SEPOLIA, address: privateKeyToAccount(key).address }
  await fundDevnetWallet({ [BASE_SEPOLIA]: evmRpcUrl }, order)
  return createStockBuyer({ evm: { key, rpcUrl: evmRpcUrl } })
}

export async function openSolanaBuyer({ svmRpcUrl }: BenchChain): Promise<StockBuyer> {
  const signer = await fundedSigner(svmRpcUrl, 100_000_000n)
  return createStockBuyer({ svm: { signer, rpcUrl: svmRpcUrl } })
}

/** Signs that many payments for a resource, by the buyers in turn, with the SDK's client. */
export async function signPayments(
  url: string,
  buyers: StockBuyer[],
  count: number,
  network: string = BASE_SEPOLIA,
): Promise<PaymentPayload[]> {
  const response = await fetch(url)
  await response.text()
  const parsed = parseHeader(response.headers.get('payment-required') ?? '')
  if (!parsed.ok) throw new Error(`${url} answered ${response.status} without terms.`)
  const terms = parsed.value as PaymentRequired // This run started that server.
  const accepts = terms.accepts.filter((option) => option.network === network)
  const payments: PaymentPayload[] = []
  while (payments.length < count) {
    const buyer = buyers[payments.length % buyers.length]
    if (!buyer) throw new Error('Expected a buyer.')
    payments.push(await buyer.signTerms({ ...terms, accepts }))
  }
  return payments
}

export const paymentHeaders = (payment: PaymentPayload) => ({ 'payment-signature': encodeHeader(payment) })
