import { spawnSync } from 'node:child_process'
import { generateClient } from '@/development/database/generate-client'
import { runProcess } from '@/lib/base/infra/process'
import { buildSite } from '../demo/build-site'
import { onStopSignal } from '../on-stop-signal'
import { type CheckOutcome, runCommand, runPackageCommand, type SuiteCheck, stopCommands } from './check'
import { findOrInstallPostgres, installBrowsers } from './find-programs'
import { checkLicences } from './licences'

const tsc = ['--noEmit', '--singleThreaded']

/** Two at a time, so that one works while the other waits. */
async function runChecks(isQuick: boolean): Promise<boolean[]> {
  const [isGenerated = false] = await runAll([check('generated', generate)])
  if (!isGenerated) return [false]
  const sources = [command('format', '@biomejs/biome/bin/biome', ['check', '.']), command('unused', 'knip/bin/knip.js')]
  const licences = check('licences', () => checkLicences(process.cwd()))
  if (isQuick) {
    const base = findBase()
    const types = command('types', 'typescript/bin/tsc', tsc)
    const tests = [
      vitest('rules', 'unit', ['development/rules', 'development/documentation', 'development/reference']),
      vitest('unit', 'unit', ['--changed', base]),
    ]
    const both = await Promise.all([
      runAll([types, ...sources]),
      runAll([licences, ...tests, lint(changedSince(base))]),
    ])
    return [true, ...both.flat()]
  }
  // The longest starts at once: it waits for blocks, and the other sequence works during that. It gets more than two
  // cores' worth, for the same reason.
  const integration = vitest('integration', 'integration', ['--maxWorkers', '3'])
  const tests = [licences, check('audit', audit), check('postgres', installed(findOrInstallPostgres)), integration]
  // Types come after the build, as both write files that Next.js generates.
  const built = [
    check('browsers', installed(installBrowsers)),
    check('build', installed(buildSite)),
    vitest('unit', 'unit'),
  ]
  const others = await Promise.all([
    runAll(tests),
    runAll([...built, check('types', checkTypes), lint([]), ...sources]),
  ])
  // The browser needs the build, and has the machine to itself: beside the integration tests both took four times as
  // long on two processors.
  const browser = command('browser', '@playwright/test/cli.js', ['test', '--reporter=list', '--pass-with-no-tests'])
  return [true, ...others.flat(), ...(await runAll([browser]))]
}

/** The last state that others have: the upstream branch, else main. */
const findBase = () =>
  ['@{upstream}', 'main'].find((ref) => spawnSync('git', ['rev-parse', '--verify', ref]).status === 0) ?? 'HEAD'

function changedSince(base: string): string[] {
  const list = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' }).stdout.split('\n')
  const changed = [
    ...list('diff', '--name-only', '--diff-filter=d', '--merge-base', base),
    ...list('ls-files', '--others', '--exclude-standard'),
  ]
  return changed.filter((file) => /\.(tsx?|mjs|js)$/.test(file))
}

const check = (name: string, run: SuiteCheck['run']): SuiteCheck => ({ name, run })

/** A check that consists of one package's command. Test runners count in a line of their output. */
const command = (name: string, file: string, args: string[] = [], env: Record<string, string> = {}): SuiteCheck => ({
  name,
  run: async () => {
    const outcome = await runPackageCommand(file, args, { NO_COLOR: '1', ...env })
    const counted = /^ *(Tests .*|\d+ passed.*)$/m.exec(outcome.output)?.[1]
    return counted === undefined ? outcome : { ...outcome, note: counted }
  },
})

const vitest = (name: string, project: string, args: string[] = []) =>
  command(name, 'vitest/vitest.mjs', ['run', '--project', project, ...args])

// As tsc's `--singleThreaded`: on two processors its type checker checks many types twice, and tests wait for the other.
const lint = (files: string[]) => command('lint', 'oxlint/bin/oxlint', files, { GOMAXPROCS: '1' })

const installed = (install: () => Promise<unknown>) => async (): Promise<CheckOutcome> => {
  await install()
  return { isOk: true, output: '' }
}

/** Generates files that other checks read and the repository does not hold: the database client, types of pages and routes. */
function generate(): Promise<CheckOutcome> {
  generateClient()
  return runPackageCommand('next/dist/bin/next', ['typegen'])
}

async function checkTypes(): Promise<CheckOutcome> {
  // The build has removed them.
  const generation = await generate()
  return generation.isOk ? runPackageCommand('typescript/bin/tsc', tsc) : generation
}

/** Known vulnerabilities of the production tree. Where the registry has no answer, the note says that nothing was checked. */
async function audit(): Promise<CheckOutcome> {
  const limits = ['--audit-level=high', '--loglevel=error', '--fetch-retries=0', '--fetch-timeout=20000']
  const outcome = await runCommand('npm', ['audit', '--omit=dev', ...limits])
  if (/vulnerabilit/.test(outcome.output)) return outcome
  return { ...outcome, isOk: true, note: `NOT AUDITED: ${outcome.output.split('\n', 1)}` }
}

/** Runs checks one after the other. Returns which of them hold. */
async function runAll(checks: SuiteCheck[]): Promise<boolean[]> {
  const results: boolean[] = []
  for (const { name, run } of checks) {
    const startedAt = Date.now()
    const { isOk, output, note } = await Promise.resolve()
      .then(run)
      .catch((error: unknown) => ({
        isOk: false,
        output: error instanceof Error ? error.message : String(error),
        note: '',
      }))
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
    console.log(`${isOk ? '✓' : '✗'} ${name.padEnd(16)} ${seconds.padStart(6)} s   ${note ?? ''}`)
    if (!isOk) console.log(`${output}\n`)
    results.push(isOk)
  }
  return results
}

/** `npm test`, and `npm run verify` with `--quick`: prints a line for each check, and the output of those that fail. */
await runProcess(async () => {
  // Running checks get the time to clean up.
  onStopSignal(() => {
    stopCommands()
    setTimeout(() => process.exit(1), 15_000).unref()
  })
  const results = await runChecks(process.argv.includes('--quick'))
  const failed = results.filter((isOk) => !isOk).length
  console.log(`\n${results.length - failed} checks passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
})
// Handles that a library left open must not delay the verdict.
process.exit()
