import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startDemoProcess } from '@/development/demo/demo-process'
import { installPackages } from '@/development/install-packages'
import { DomainError } from '@/lib/base/infra/domain-error'
import { runProcess } from '@/lib/base/infra/run-process'
import { type Cell, isUnexpected, type Outcome } from './cell'
import { clientCells } from './client-cells'
import { readerCells } from './reader-cells'
import { runCell } from './run-cell'
import { serverCells } from './server-cells'
import type { World } from './world'
import { labelOf, writePage } from './write-page'

const USAGE = `Usage: npm run compatibility -- [--only <words>]
  Runs programs of others against a site of its own and writes docs/compatibility.md.
  --only <words>  only the rows that have them in package or title; writes nothing`

const PAGE = 'docs/compatibility.md'

/** Exits with 1 when a row that must pass does not. */
await runProcess(async () => {
  const only = readOnly()
  const cells = [...clientCells, ...serverCells, ...readerCells].filter(
    (cell) => only === null || titleOf(cell).includes(only),
  )
  const folder = join('.data', 'compatibility')
  installPackages(join(import.meta.dirname, 'packages'), folder)
  // Beside the packages that they import.
  cpSync(join(import.meta.dirname, 'programs'), folder, { recursive: true })
  const dataDir = mkdtempSync(join(tmpdir(), 'turnpike-compatibility-'))
  const site = await startDemoProcess(dataDir)
  try {
    const outcomes = await runAll(site, folder, cells)
    if (only === null) {
      const date = new Date().toISOString().slice(0, 10)
      writeFileSync(
        PAGE,
        writePage({ outcomes, labelOf: (name) => labelOf(folder, name), date, node: process.versions.node }),
      )
    }
    const failed = outcomes.filter(isUnexpected)
    console.log(`${outcomes.length - failed.length} of ${outcomes.length} as expected`)
    process.exitCode = failed.length > 0 ? 1 : 0
  } finally {
    await site.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
process.exit()

function readOnly(): string | null {
  try {
    return parseArgs({ options: { only: { type: 'string' } } }).values.only ?? null
  } catch {
    throw new DomainError('USAGE', USAGE)
  }
}

/** One after the other: a row must not wait for the work of another. */
async function runAll(world: World, folder: string, cells: readonly Cell[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const cell of cells) {
    const outcome = { cell, fault: await runCell(world, folder, cell) }
    outcomes.push(outcome)
    const word = outcome.fault === '' ? 'passes' : isUnexpected(outcome) ? 'FAILS' : 'known'
    console.log(`${word.padEnd(7)} ${titleOf(cell)}${outcome.fault === '' ? '' : `: ${outcome.fault}`}`)
  }
  return outcomes
}

function titleOf({ packages, what }: Cell): string {
  return `${packages.join(' ')} | ${what}`
}
