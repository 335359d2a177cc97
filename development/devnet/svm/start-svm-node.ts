import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { listenOnLoopback } from '../http-listener'
import { openChain } from './chain'
import { answerRpc } from './rpc-server'

export type SvmNode = { rpcUrl: string; stop(): Promise<void> }

/**
 * Starts the local Solana chain in this process: the real runtime (litesvm) behind JSON-RPC on 127.0.0.1, with devnet's
 * genesis hash and USDC mint. Acknowledged transactions are on disk and survive any kind of end. It has no validators
 * and no subscriptions: a transaction is final when `sendTransaction` answers.
 */
export async function startSvmNode(options: {
  dataDir: string
  /** 0 takes a free port. */
  port: number
  onFault?: (fault: unknown) => void
}): Promise<SvmNode> {
  const { dataDir, port, onFault = (fault) => console.error('solana:', fault) } = options
  mkdirSync(dataDir, { recursive: true })
  const chain = await openChain(join(dataDir, 'chain.jsonl'), Date.now)
  try {
    const listener = await listenOnLoopback({
      port,
      answer: (question) => answerRpc(chain, question, onFault),
      onFault,
    })
    const stop = async () => {
      await listener.close()
      chain.close()
    }
    return { rpcUrl: listener.url, stop }
  } catch (fault) {
    chain.close()
    throw fault
  }
}
