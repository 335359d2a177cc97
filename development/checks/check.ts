import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

export type CheckOutcome = {
  isOk: boolean
  /** Shown when it failed. */
  output: string
  /** Always shown: the checked subject, or why nothing could be checked. */
  note?: string
}

export type SuiteCheck = { name: string; run: () => Promise<CheckOutcome> | CheckOutcome }

const packages = join(import.meta.dirname, '../../node_modules')
const running = new Set<ChildProcess>()

/** Runs a package's command by this same Node.js, as npx would, and collects its output. */
export function runPackageCommand(
  file: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<CheckOutcome> {
  return runCommand(process.execPath, [join(packages, file), ...args], env)
}

export async function runCommand(
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<CheckOutcome> {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', (error) => {
      output += error.message
      resolve(1)
    })
    child.on('close', resolve)
  })
  running.delete(child)
  return { isOk: code === 0, output: output.trim() }
}

/** Interrupts the command. Test runners stop the servers that they started only at this signal. */
export function stopCommands() {
  for (const child of running) child.kill('SIGINT')
}
