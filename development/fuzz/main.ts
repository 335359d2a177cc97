import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runProcess } from '@/lib/base/infra/run-process'
import { startDemoProcess } from '../demo/demo-process'
import { learnSite } from './learn-site'
import { printReport } from './print-report'
import { runFuzz } from './run-fuzz'

/**
 * `npx tsx development/fuzz/main.ts [--requests 50000] [--seed 1] [--origin <running site>] [--only <request's
 * number>]`
 * Without an origin it starts its own demo and also reads its log. Exits with 1 when anything failed.
 */
await runProcess(async () => {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: '50000' },
      seed: { type: 'string', default: '1' },
      origin: { type: 'string' },
      only: { type: 'string' },
    },
  })
  const startedAt = Date.now()
  const site = values.origin ? { origin: values.origin, end: async () => [] } : await startSite()
  const [seed, requests] = [Number(values.seed), Number(values.requests)]
  const only = values.only === undefined ? {} : { only: Number(values.only) }
  const knowledge = await learnSite(site.origin)
  const onProgress = (done: number) => console.log(`${done} sent`)
  const report = await runFuzz(knowledge, { origin: site.origin, seed, requests, onProgress, ...only })
  const isUp = await fetch(`${site.origin}/weather`).then(
    ({ status }) => status === 402 || status === 429,
    () => false,
  )
  const unhandled = await site.end()
  printReport(report, site.origin)
  for (const line of unhandled) console.log(`In the log: ${line}`)
  if (!isUp) console.log('The site is gone.')
  const sent = [...report.counts.values()].flatMap((row) => [...row.values()]).reduce((sum, count) => sum + count, 0)
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(0)
  const failed = report.failures.length + unhandled.length + (isUp ? 0 : 1)
  console.log(
    `\n${sent} requests, seed ${seed}, ${seconds} s, slowest ${report.slowestMs.toFixed(0)} ms, ${failed} failures`,
  )
  process.exitCode = failed > 0 ? 1 : 0
})
process.exit()

async function startSite() {
  const dataDir = mkdtempSync(join(tmpdir(), 'turnpike-fuzz-'))
  const demo = await startDemoProcess(dataDir)
  const end = async () => {
    await demo.stop()
    const log = readFileSync(join(dataDir, 'site.log'), 'utf8')
    rmSync(dataDir, { recursive: true, force: true })
    return log.split('\n').filter(isUnhandled).slice(0, 100)
  }
  return { origin: demo.origin, end }
}

/** Our own logger's errors, and the framework's line for an uncaught one. */
const isUnhandled = (line: string) =>
  /⨯|unhandled|uncaught/i.test(line) || (line.startsWith('{') && line.includes('"level":"error"'))
