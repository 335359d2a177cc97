import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DemoProcess, startDemoProcess } from '../development/demo/demo-process'

/**
 * Measures what a newcomer waits for and what the running demo holds in memory (Linux).
 * `node --import tsx bench/demo-start.ts` removes the build first; `--warm-only` keeps it.
 */
const budgets = { coldSeconds: 150, warmSeconds: 10, memoryMegabytes: 1200 }

const dataDir = mkdtempSync(join(tmpdir(), 'turnpike-bench-'))
try {
  if (!process.argv.includes('--warm-only')) {
    rmSync('.next', { recursive: true, force: true })
    const cold = await timed()
    report('cold start', cold.seconds, budgets.coldSeconds, 's')
    await cold.demo.stop()
  } else {
    await (await timed()).demo.stop()
  }
  const warm = await timed()
  report('warm start', warm.seconds, budgets.warmSeconds, 's')
  await fetch(warm.demo.origin)
  reportMemory(warm.demo)
  await warm.demo.stop()
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

async function timed(): Promise<{ demo: DemoProcess; seconds: number }> {
  const startedAt = Date.now()
  const demo = await startDemoProcess(dataDir)
  return { demo, seconds: (Date.now() - startedAt) / 1000 }
}

function reportMemory({ pids }: DemoProcess) {
  const parts = Object.entries(pids).map(([part, pid]) => ({ part, megabytes: memoryOf(pid) }))
  for (const { part, megabytes } of parts) console.log(`  ${part.padEnd(12)} ${megabytes.toFixed(0).padStart(6)} MB`)
  const total = parts.reduce((sum, { megabytes }) => sum + megabytes, 0)
  report('memory', total, budgets.memoryMegabytes, 'MB')
}

/** Proportional memory of a process and, for the database, of its workers: pages that they share count once. */
function memoryOf(pid: number): number {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
  const isFamily = readFileSync(`/proc/${pid}/comm`, 'utf8').includes('postgres')
  const family = [String(pid), ...(isFamily ? children : [])]
  return family.reduce((sum, id) => sum + kilobytes(id), 0) / 1024
}

function kilobytes(id: string): number {
  const file = `/proc/${id}/smaps_rollup`
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0)
}

function parentOf(id: string): number | null {
  const file = `/proc/${id}/status`
  return existsSync(file) ? Number(/^PPid:\s+(\d+)/m.exec(readFileSync(file, 'utf8'))?.[1]) : null
}

function report(what: string, value: number, budget: number, unit: string) {
  const isWithin = value <= budget
  console.log(`${isWithin ? '✓' : '✗'} ${what.padEnd(12)} ${value.toFixed(1)} ${unit} of at most ${budget} ${unit}`)
  if (!isWithin) process.exitCode = 1
}
