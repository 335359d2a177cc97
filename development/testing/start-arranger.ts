import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { DemoProcess } from '@/development/demo/demo-process'
import { programCommand } from '@/development/programs/program-command'

type World = Pick<DemoProcess, 'origin' | 'databaseUrl' | 'evmRpcUrl' | 'svmRpcUrl' | 'avmUrl'> & { dataDir: string }

/** Starts the program that opens shops for tests of that demo (arrange-sellers.ts). */
export async function startArranger({ origin, databaseUrl, dataDir, ...devnet }: World) {
  const { evmRpcUrl, svmRpcUrl, avmUrl } = devnet
  const world = { origin, databaseUrl, dataDir, devnet: { evmRpcUrl, svmRpcUrl, avmUrl } }
  const child = spawn(process.execPath, programCommand('development/testing/arrange-sellers.ts'), {
    env: { ...process.env, ARRANGE_FOR: JSON.stringify(world) },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.stdin.end()
    await ended
  }
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('{')) return { url: (JSON.parse(line) as { origin: string }).origin, stop }
  }
  throw new Error('The program that opens shops ended before it listened.')
}
