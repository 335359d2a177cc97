import { startScript } from '@/development/testing/start-script'
import type { Bench } from '../bench'

export type Chain = { evmRpcUrl: string; svmRpcUrl: string; avmUrl: string }

/** Fresh local networks in a separate process. */
export async function startChain({ onEnd }: Pick<Bench, 'onEnd'>): Promise<Chain> {
  const { line, stop } = await startScript('development/bench/servers/devnet.ts', {})
  onEnd(() => stop('SIGTERM'))
  const { evmRpcUrl = '', svmRpcUrl = '', avmUrl = '' } = line
  return { evmRpcUrl, svmRpcUrl, avmUrl }
}
