import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** How many checks of a step passed and failed; a step without its own count is one check. */
export type Tally = { passed: number; failed: number }

export type Outcome = Tally & {
  /** The step's output; shown when something failed. */
  output: string
  /** Always shown: the checked subject, or why nothing could be checked. */
  note?: string
}

export type Check = { name: string; run: () => Promise<Outcome> }

export const verdict = (holds: boolean, output: string): Outcome => ({
  passed: holds ? 1 : 0,
  failed: holds ? 0 : 1,
  output,
})

export type CommandResult = { isOk: boolean; output: string }

const packages = join(import.meta.dirname, '../../node_modules')
const running = new Set<ChildProcess>()

/** Runs a package's command by this same Node.js, as npx would, and collects its output. */
export async function runPackageCommand(
  [packageName, file]: [packageName: string, file: string],
  args: string[],
  env: Record<string, string> = {},
): Promise<CommandResult> {
  return runCommand(process.execPath, [join(packages, packageName, file), ...args], env)
}

export async function runCommand(
  command: string,
  args: string[],
  env: Record<string, string> = {},
  cwd?: string,
): Promise<CommandResult> {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
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

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
})
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()),
})

/**
 * Counts vitest's JSON report. A file that could not even be loaded is one failure; so is a run that failed for a reason
 * that no test shows, or that left no report.
 */
export function tallyVitest(file: string, isOk: boolean): Tally {
  const report = vitestReport.safeParse(readJson(file))
  if (!report.success) return { passed: 0, failed: 1 }
  const unloaded = report.data.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return total(report.data.numPassedTests, report.data.numFailedTests + unloaded.length, isOk)
}

/** Counts Playwright's JSON report, by the same rules. A flaky test is a failed one. */
export function tallyPlaywright(file: string, isOk: boolean): Tally {
  const report = playwrightReport.safeParse(readJson(file))
  if (!report.success) return { passed: 0, failed: 1 }
  const { stats, errors } = report.data
  return total(stats.expected, stats.unexpected + stats.flaky + errors.length, isOk)
}

const total = (passed: number, failed: number, isOk: boolean): Tally => ({
  passed,
  failed: isOk ? failed : Math.max(failed, 1),
})

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // The run broke off before it could report; the caller counts that.
    return null
  }
}
