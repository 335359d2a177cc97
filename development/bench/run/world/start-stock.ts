import { evmDevnetAccount, evmDevnetKey, svmDevnetSecretKey, svmDevnetSigner } from '@/development/devnet/wallets'
import { findFreePort } from '@/development/free-port'
import { startScript } from '@/development/testing/start-script'
import type { Bench } from '../bench'
import type { BenchServer } from './bench-server'
import { startChain } from './start-chain'

/** @x402/express with the SDK's facilitator in process, on its own fresh chain. Sells for Solana's money at `/solana`. */
export async function startStock(bench: Pick<Bench, 'onEnd'>): Promise<BenchServer> {
  const { evmRpcUrl, svmRpcUrl } = await startChain(bench)
  const port = await findFreePort()
  const solana = {
    SVM_RPC_URL: svmRpcUrl,
    SVM_GAS_KEY: await svmDevnetSecretKey('gas'),
    PAY_TO_SVM: (await svmDevnetSigner('seller')).address,
  }
  const start = () =>
    startScript('development/testing/stock-server.ts', {
      NODE_ENV: 'production',
      PORT: String(port),
      EVM_RPC_URL: evmRpcUrl,
      EVM_GAS_KEY: evmDevnetKey('gas'),
      PAY_TO_EVM: evmDevnetAccount('seller').address,
      ...solana,
    })
  let running = await start()
  bench.onEnd(() => running.stop())
  const origin = `http://127.0.0.1:${port}`
  const server: BenchServer = { origin, url: `${origin}/cheap`, pid: running.pid, evmRpcUrl, svmRpcUrl }
  /** A transaction that it could not send leaves a gap in its nonces; only a new process reads them from the chain. */
  const recover = async () => {
    await running.stop()
    running = await start()
    server.pid = running.pid
  }
  return Object.assign(server, { recover })
}
