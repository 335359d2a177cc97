import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startDemoProcess } from '@/development/demo/demo-process'
import { runProcess } from '@/lib/base/infra/process'
import { type CompatibilityOutcome, type CompatibilityRow, compatibilityRows, isUnexpected } from './rows'
import { runRow } from './run-row'
import { labelOf, writePage } from './write-page'

const titleOf = ({ packages, what }: CompatibilityRow): string => `${packages.join(' ')} | ${what}`

/**
 * Runs programs of others against a site of its own and writes docs/compatibility.md; with `--only <words>` the rows
 * that have them in package or title, and writes nothing. Exits with 1 when a row that must pass does not.
 */
await runProcess(async () => {
  const { only } = parseArgs({ options: { only: { type: 'string' } } }).values
  const folder = join('.data', 'compatibility')
  installPackages(join(import.meta.dirname, 'packages'), folder)
  // Beside the packages that they import.
  cpSync(join(import.meta.dirname, 'programs'), folder, { recursive: true })
  const dataDir = mkdtempSync(join(tmpdir(), 'turnpike-compatibility-'))
  const site = await startDemoProcess(dataDir)
  const outcomes: CompatibilityOutcome[] = []
  try {
    // One after the other: a row must not wait for the work of another.
    for (const row of compatibilityRows.filter((each) => titleOf(each).includes(only ?? ''))) {
      const outcome = { row, fault: await runRow(site, folder, row) }
      outcomes.push(outcome)
      const word = outcome.fault === '' ? 'passes' : isUnexpected(outcome) ? 'FAILS' : 'known'
      console.log(`${word.padEnd(7)} ${titleOf(row)} ${outcome.fault}`)
    }
  } finally {
    await site.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  if (only === undefined) {
    const date = new Date().toISOString().slice(0, 10)
    const facts = { outcomes, labelOf: (name: string) => labelOf(folder, name), date, node: process.versions.node }
    writeFileSync('docs/compatibility.md', writePage(facts))
  }
  const failed = outcomes.filter(isUnexpected)
  console.log(`${outcomes.length - failed.length} of ${outcomes.length} as expected`)
  process.exitCode = failed.length > 0 ? 1 : 0
})
process.exit()

/**
 * Installs in `folder` what the lock file in `source` names, without running a script of a package. What is there
 * already from the same lock file is kept. So one command has packages of its own, and `npm ci` is shorter for all.
 */
function installPackages(source: string, folder: string): void {
  mkdirSync(folder, { recursive: true })
  const mark = createHash('sha256')
    .update(readFileSync(join(source, 'package-lock.json')))
    .digest('hex')
  const markFile = join(folder, 'installed')
  if (existsSync(markFile) && readFileSync(markFile, 'utf8') === mark) return
  rmSync(markFile, { force: true })
  cpSync(source, folder, { recursive: true })
  execFileSync('npm', ['ci', '--ignore-scripts', '--loglevel=error'], { cwd: folder, stdio: 'inherit' })
  writeFileSync(markFile, mark)
}
