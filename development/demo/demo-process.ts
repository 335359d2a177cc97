import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { programCommand } from '../programs/program-command'

const readySchema = z.object({
  origin: z.string(),
  databaseUrl: z.string(),
  evmRpcUrl: z.string(),
  svmRpcUrl: z.string(),
  avmUrl: z.string(),
  pids: z.object({ demo: z.number(), site: z.number(), anvil: z.number(), database: z.number() }),
})

export type DemoProcess = z.infer<typeof readySchema> & {
  child: ChildProcess
  output: () => string
  stop: (signal?: NodeJS.Signals) => Promise<void>
}

/**
 * Starts the demo as a separate program, on free ports, and waits until it serves. Builds the site first when the
 * sources changed; throws with its output when it ends before it is up.
 */
export async function startDemoProcess(dataDir: string, args: string[] = []): Promise<DemoProcess> {
  const { child, output, ended } = spawnDemo(['--port', '0', '--free-ports', '--data-dir', dataDir, ...args])
  const readyFile = join(dataDir, 'ready.json')
  let hasEnded = false
  void ended.then(() => (hasEnded = true))
  while (!hasEnded && !isReady(readyFile, child.pid)) await sleep(50)
  if (hasEnded) throw new Error(`The demo ended before it was up:\n${output()}`)
  const ready = readySchema.parse(JSON.parse(readFileSync(readyFile, 'utf8')))
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    await ended
  }
  return { ...ready, child, output, stop }
}

function spawnDemo(args: string[]) {
  const child = spawn(process.execPath, programCommand('development/demo/main.ts', args), {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const collect = (chunk: Buffer) => (text += chunk.toString('utf8'))
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  return { child, output: () => text, ended }
}

/** The note of an earlier demo that was killed names another process. */
function isReady(file: string, pid: number | undefined): boolean {
  if (!existsSync(file)) return false
  const text = readFileSync(file, 'utf8')
  return text.endsWith('}') && readySchema.parse(JSON.parse(text)).pids.demo === pid
}
