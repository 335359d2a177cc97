import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateClient } from '@/development/database/generate-client'
import { buildSite } from '../demo/build-site'
import { affectedTests, changedFiles } from './affected-tests'
import { auditDependencies } from './audit-dependencies'
import { type Check, runPackageCommand, stopCommands, type Tally, tallyPlaywright, tallyVitest, verdict } from './check'
import { findOrInstallPostgres, installBrowsers } from './find-programs'
import { checkLicences } from './licences'

/** Runs the checks, prints one line for each, and returns the sum. Failures are printed with their output. */
export async function runChecks({ isQuick }: { isQuick: boolean }): Promise<Tally> {
  stopOnSignals()
  const reports = mkdtempSync(join(tmpdir(), 'turnpike-checks-'))
  try {
    const first = await runAll([generated])
    if (first.failed) return first
    // Two at a time, so that one works while the other waits.
    const sources = [format, unused]
    if (isQuick) {
      const changed = changedFiles()
      const tests = unit(reports, affectedTests(changed) ?? [])
      const linted = changed.filter((file) => /\.(tsx?|mjs|js)$/.test(file) && existsSync(file))
      const sequences = [
        [types, ...sources],
        [licences, tests, lint(linted)],
      ]
      return sum([first, ...(await Promise.all(sequences.map(runAll)))])
    }
    // The longest starts at once: it waits for blocks, and the other sequence works during that.
    const tests = runAll([licences, audit, integration(reports)])
    // Types come after the build, as both write files that Next.js generates.
    const built = runAll([browsers, build, unit(reports), types, lint(), ...sources])
    // The browser needs the build, and has the machine to itself: beside the integration tests both took four times as
    // long on two processors.
    const others = await Promise.all([tests, built])
    return sum([first, ...others, await runAll([browser(reports)])])
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
}

/** Gives running checks the time to clean up. One Ctrl-C arrives twice, from the terminal and from npm. */
function stopOnSignals() {
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!isStopping) stopCommands()
      isStopping = true
      setTimeout(() => process.exit(1), 15_000).unref()
    })
  }
}

/** Generates files that other checks read and the repository does not hold: the database client, types of pages and routes. */
const generated: Check = {
  name: 'generated',
  run: async () => {
    generateClient()
    return generateTypes()
  },
}

const generateTypes = async () => {
  const { isOk, output } = await runPackageCommand(['next', 'dist/bin/next'], ['typegen'])
  return verdict(isOk, output)
}

const licences: Check = { name: 'licences', run: async () => checkLicences(process.cwd()) }

const audit: Check = {
  name: 'audit',
  run: () => auditDependencies({ root: process.cwd(), answersFile: 'docs/dependencies.md' }),
}

/** A check that consists of one package's command. */
const command = (
  name: string,
  file: [packageName: string, file: string],
  args: string[] = [],
  env: Record<string, string> = {},
): Check => ({
  name,
  run: async () => {
    const { isOk, output } = await runPackageCommand(file, args, env)
    return verdict(isOk, output)
  },
})

// As `--singleThreaded` above: on two processors its type checker checks many types twice, and tests wait for the other.
const lint = (files: string[] = []) => command('lint', ['oxlint', 'bin/oxlint'], files, { GOMAXPROCS: '1' })
const unused = command('unused', ['knip', 'bin/knip.js'], ['--no-progress'])
const format = command('format', ['@biomejs/biome', 'bin/biome'], ['check', '.'])

const types: Check = {
  name: 'types',
  run: async () => {
    // The build has removed them.
    const generation = await generateTypes()
    if (generation.failed) return generation
    const { isOk, output } = await runPackageCommand(['typescript', 'bin/tsc'], ['--noEmit', '--singleThreaded'])
    return verdict(isOk, output)
  },
}

const vitest = (project: string, reports: string, options: string[] = []): Check => ({
  name: project,
  run: async () => {
    const file = join(reports, `${project}.json`)
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const { isOk, output } = await runPackageCommand(
      ['vitest', 'vitest.mjs'],
      ['run', '--project', project, ...options, ...reporters],
    )
    return { ...tallyVitest(file, isOk), output }
  },
})

const unit = (reports: string, files: string[] = []) => vitest('unit', reports, files)
const integration = (reports: string): Check => {
  // More than two cores' worth: each test waits for blocks and for other processes much of the time.
  const { name, run } = vitest('integration', reports, ['--maxWorkers', '3'])
  return {
    name,
    run: async () => {
      await findOrInstallPostgres()
      return run()
    },
  }
}

const build: Check = {
  name: 'build',
  run: async () => {
    await buildSite()
    return verdict(true, '')
  },
}

const browsers: Check = {
  name: 'browsers',
  run: async () => {
    await installBrowsers()
    return verdict(true, '')
  },
}

const browser = (reports: string): Check => ({
  name: 'browser',
  run: async () => {
    const file = join(reports, 'browser.json')
    const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file }
    const args = ['test', '--reporter=list,json', '--pass-with-no-tests']
    const { isOk, output } = await runPackageCommand(['@playwright/test', 'cli.js'], args, env)
    return { ...tallyPlaywright(file, isOk), output }
  },
})

/** Runs checks one after the other. */
async function runAll(checks: Check[]): Promise<Tally> {
  const tallies: Tally[] = []
  for (const check of checks) tallies.push(await report(check))
  return sum(tallies)
}

async function report({ name, run }: Check): Promise<Tally> {
  const startedAt = Date.now()
  const { passed, failed, output, note } = await run().catch((error: unknown) =>
    verdict(false, error instanceof Error ? error.message : String(error)),
  )
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  const counts = failed ? `${passed} passed, ${failed} failed` : `${passed} passed`
  console.log(`${failed ? '✗' : '✓'} ${name.padEnd(16)} ${seconds.padStart(6)} s   ${counts}`)
  if (note) console.log(`  ${note}`)
  if (failed) console.log(`${output}\n`)
  return { passed, failed }
}

const sum = (tallies: Tally[]): Tally => ({
  passed: tallies.reduce((total, { passed }) => total + passed, 0),
  failed: tallies.reduce((total, { failed }) => total + failed, 0),
})
