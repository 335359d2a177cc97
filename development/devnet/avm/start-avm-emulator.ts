import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { listenOnLoopback } from '../http-listener'
import { answerAlgod } from './algod-endpoints'
import { openEmulator } from './emulator'

export type AvmEmulatorServer = { url: string; stop(): Promise<void> }

/**
 * Starts the Algorand emulator in this process: algod's endpoints on 127.0.0.1 in front of our ledger. It is not an
 * Algorand node; DESIGN and the README call it an emulator for that reason.
 */
export async function startAvmEmulator(options: {
  dataDir: string
  /** 0 takes a free port. */
  port: number
  onFault?: (fault: unknown) => void
}): Promise<AvmEmulatorServer> {
  const { dataDir, port, onFault = (fault) => console.error('algorand emulator:', fault) } = options
  mkdirSync(dataDir, { recursive: true })
  const emulator = openEmulator(join(dataDir, 'ledger.jsonl'), Date.now)
  try {
    const listener = await listenOnLoopback({ port, answer: (question) => answerAlgod(emulator, question), onFault })
    const stop = async () => {
      await listener.close()
      emulator.close()
    }
    return { url: listener.url, stop }
  } catch (fault) {
    emulator.close()
    throw fault
  }
}
