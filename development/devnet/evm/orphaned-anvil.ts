import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandLineOf, isRunning } from '../running-process'
import { createAnvilClient } from './anvil-client'
import { saveAnvilState } from './anvil-state-file'
import type { LocalChainId } from './canonical-addresses'

type RecordedAnvil = { pid: number; rpcUrl: string }

const recordFile = (dataDir: string) => join(dataDir, 'anvil.json')

/** Records which anvil works on this folder, so that the next start finds one whose parent was killed. */
export function recordAnvil(dataDir: string, recorded: RecordedAnvil): void {
  writeFileSync(recordFile(dataDir), JSON.stringify(recorded))
}

export function forgetAnvil(dataDir: string): void {
  rmSync(recordFile(dataDir), { force: true })
}

/**
 * Ends an anvil that outlived its parent, after saving its new blocks. Only a process whose command line names this
 * very folder is touched; the caller holds the folder's lock.
 */
export async function retireOrphanedAnvil(dataDir: string, chainId: LocalChainId, stateFile: string): Promise<void> {
  if (!existsSync(recordFile(dataDir))) return
  const recorded = readRecord(dataDir)
  if (recorded !== null && commandLineOf(recorded.pid).includes(join(dataDir, 'cache'))) {
    await saveAnvilState(createAnvilClient(recorded.rpcUrl, chainId), stateFile)
    await endProcess(recorded.pid)
  }
  forgetAnvil(dataDir)
}

async function endProcess(pid: number): Promise<void> {
  process.kill(pid, 'SIGTERM')
  for (let waitedMs = 0; isRunning(pid) && waitedMs < PATIENCE_MS; waitedMs += 20) await sleep(20)
  if (isRunning(pid)) process.kill(pid, 'SIGKILL')
}

const PATIENCE_MS = 5000

function readRecord(dataDir: string): RecordedAnvil | null {
  try {
    const { pid, rpcUrl } = JSON.parse(readFileSync(recordFile(dataDir), 'utf8')) as Partial<RecordedAnvil>
    return typeof pid === 'number' && typeof rpcUrl === 'string' ? { pid, rpcUrl } : null
  } catch {
    // A half-written note names no process; the chain's state is in another file.
    return null
  }
}
