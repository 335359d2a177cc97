import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { programCommand } from '@/development/programs/program-command'

export type RunningScript = {
  pid: number
  line: Record<string, string>
  /** By SIGKILL, unless it has to clean up. */
  stop: (signal?: NodeJS.Signals) => Promise<void>
}

/**
 * Starts one of the project's TypeScript files in a separate process and waits for its first line of JSON. Its stderr
 * is kept, and shown when it ends before that.
 */
export async function startScript(file: string, env: Record<string, string>): Promise<RunningScript> {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, programCommand(file), {
    env: { PATH, HOME, ...env } as unknown as NodeJS.ProcessEnv,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-4000)
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const line = await new Promise<Record<string, string>>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (text) => {
      if (text.startsWith('{')) resolve(JSON.parse(text) as Record<string, string>)
    })
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}: ${errors}`)))
  })
  return {
    pid: child.pid ?? 0,
    line,
    stop: async (signal = 'SIGKILL') => {
      child.kill(signal)
      await ended
    },
  }
}
