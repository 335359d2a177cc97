import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedDatabase } from '@/development/database/embedded-database'
import { EMBEDDED_POSTGRES_MAJOR } from '@/development/database/postgres-programs'
import { openDatabase } from '@/lib/base/infra/database'
import { deployMigrations } from '@/lib/base/infra/migrations'

/** Registers a cleanup for the end of what is being measured. */
export type OnEnd = (end: () => unknown) => void

/** Measures, and ends everything that was started for it, the last first, also when it fails or Ctrl-C stops it. */
export async function withCleanups<T>(measure: (onEnd: OnEnd) => Promise<T>): Promise<T> {
  const ends: (() => unknown)[] = []
  let running = Promise.resolve()
  const endAll = async () => {
    for (let end = ends.pop(); end; end = ends.pop()) {
      await Promise.resolve()
        .then(end)
        .catch((error: unknown) => console.error(error))
    }
  }
  // A signal and the failure that it causes both wait for the end of everything.
  const run = () => (running = running.then(endAll))
  const stop = () => void run().then(() => process.exit(130))
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.once(signal, stop)
  try {
    return await measure((end) => void ends.push(end))
  } finally {
    await run()
    for (const signal of signals) process.removeListener(signal, stop)
  }
}

/** A temporary folder that is removed at the end. */
export function makeFolder(onEnd: OnEnd): string {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-bench-'))
  onEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** An empty migrated database on a server of its own, until the end. */
export async function openBenchDatabase(onEnd: OnEnd, dataDir: string, { isDurable = true } = {}) {
  const server = await startEmbeddedDatabase({ dataDir, isDurable })
  onEnd(server.stop)
  await deployMigrations(server.url)
  const database = openDatabase(server.url)
  onEnd(() => database.$disconnect())
  return { url: server.url, database }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low = 0, high = low] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return (low + high) / 2
}

/**
 * Measures several sides round by round; the order is reversed each time, so that a drift of the machine's speed
 * affects all of them. Returns each side's measurements, in the order of the rounds.
 */
export async function measureInTurn<Side extends string, T>(
  rounds: number,
  sides: Record<Side, () => Promise<T>>,
): Promise<Record<Side, T[]>> {
  const names = Object.keys(sides) as Side[] // Object.keys forgets the type of its keys.
  const results = Object.fromEntries(names.map((name) => [name, [] as T[]])) as Record<Side, T[]>
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) results[name].push(await sides[name]())
  }
  return results
}

const loadAtStart = loadavg()[0]?.toFixed(1)

/** Writes development/bench/results/NAME.md, for people, and NAME.json, each with the date and the machine. */
export function writeResults(name: string, about: string, body: string, figures: object): void {
  const processors = cpus()
  const gigabytes = (totalmem() / 1024 ** 3).toFixed(0)
  const run = {
    date: new Date().toISOString(),
    machine: `${processors.length} cores (${processors[0]?.model.trim() ?? 'unknown'}), ${gigabytes} GB, ${process.platform} ${process.arch}`,
    load: loadAtStart,
    node: process.versions.node,
    postgres: EMBEDDED_POSTGRES_MAJOR,
  }
  const facts = [
    `- Date: ${run.date.slice(0, 16).replace('T', ' ')} UTC`,
    `- Machine: ${run.machine}, load ${run.load} before the run`,
    `- Node.js ${run.node}, PostgreSQL ${run.postgres}`,
  ].join('\n')
  const file = `development/bench/results/${name}`
  mkdirSync('development/bench/results', { recursive: true })
  writeFileSync(`${file}.json`, `${JSON.stringify({ ...run, ...figures }, null, 2)}\n`)
  writeFileSync(`${file}.md`, `${about}\n\n${facts}\n\n${body}\n`)
}
