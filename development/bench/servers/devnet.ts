import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDevnet } from '@/development/devnet/start-devnet'
import { onStopSignal } from '@/development/on-stop-signal'

/** Fresh local networks in a separate process. Prints their addresses as JSON; SIGTERM ends them. */
const dataDir = mkdtempSync(join(tmpdir(), 'turnpike-bench-chain-'))
const { evmRpcUrl, svmRpcUrl, avmUrl, stop } = await startDevnet({ dataDir, ports: 'free', isDurable: false })
onStopSignal(() => void end())
console.log(JSON.stringify({ evmRpcUrl, svmRpcUrl, avmUrl }))

async function end(): Promise<void> {
  await stop()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit()
}
