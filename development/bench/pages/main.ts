import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findChromium } from '@/development/checks/find-chromium'
import { startDemoProcess } from '@/development/demo/demo-process'
import { findFreePort } from '@/development/free-port'
import { startArranger } from '@/development/testing/start-arranger'
import { isEnough, judge } from './judge'
import { look, type Theme, themes } from './look'
import { makePeople } from './people'
import { listVisits, type Visit } from './visits'

/**
 * Every page of the built demo, in each state that a visitor can bring about, in both themes: axe at 390 and 1280 px,
 * and Lighthouse as on a phone. `npm run bench -- pages`; writes `development/bench/results/pages.md`, and exits with 1
 * when a page misses its goals. `-- --axe` skips Lighthouse, and writes nothing; `--german` looks at them in German; a
 * word such as `Receipt` selects pages by name; `PICTURES=folder` keeps a screenshot of each.
 */
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const isJudging = !process.argv.includes('--axe')
const language = process.argv.includes('--german') ? 'de' : 'en'
const pictures = process.env.PICTURES
if (pictures) mkdirSync(pictures, { recursive: true })

type Row = { visit: Visit; theme: Theme; findings: string[]; judged: Awaited<ReturnType<typeof judge>> | null }

const rows: Row[] = []
const started = Date.now()
const dataDir = mkdtempSync(join(tmpdir(), 'turnpike-bench-'))
const demo = await startDemoProcess(dataDir)
const arranger = await startArranger({ ...demo, dataDir })
const { origin } = demo
const port = await findFreePort()
const browser = await chromium.launch({
  executablePath: findChromium() ?? undefined,
  args: [`--remote-debugging-port=${port}`, '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
})
try {
  const { cookies, ids } = await makePeople(browser, demo, arranger.url)
  const visits = listVisits(ids).filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
  for (const visit of visits) {
    for (const theme of themes) {
      const cookie = cookies[visit.as]
      const findings = await look({ browser, origin, visit, cookie, theme, language, ...(pictures && { pictures }) })
      const judged = isJudging ? await judge({ port, origin, visit, cookie, theme }) : null
      rows.push({ visit, theme, findings, judged })
      console.log(lineOf({ visit, theme, findings, judged }))
    }
  }
} finally {
  await browser.close()
  await arranger.stop()
  await demo.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
if (isJudging && words.length === 0) writeFileSync(new URL('../results/pages.md', import.meta.url), report())
const missed = rows.filter(({ findings, judged }) => findings.length > 0 || (judged && !isEnough(judged.scores)))
console.log(`\n${rows.length} looked at, ${missed.length} missed`)
process.exitCode = missed.length > 0 ? 1 : 0

function lineOf({ visit, theme, findings, judged }: Row): string {
  const { performance, accessibility, 'best-practices': practices } = judged?.scores ?? {}
  const scores = judged ? [performance, accessibility, practices] : ['', '', '']
  const faults = [...findings, ...(judged?.audits ?? [])].join('; ') || 'none'
  return `| ${[visit.name, visit.as, theme, ...scores, faults].join(' | ')} |`
}

function report(): string {
  const minutes = Math.round((Date.now() - started) / 60_000)
  const machines = rows.flatMap(({ judged }) => judged?.machine ?? []).sort((a, b) => a - b)
  const machine = Math.round(machines[machines.length >> 1] ?? 0)
  return `# Every page, looked at

Written by \`npm run bench -- pages\`: the built demo, in both themes. axe looks at 390 and 1280 px for anything of any impact, and for
sideways scroll; Lighthouse judges as on a phone, with its simulated slow network. Wanted: performance and best practices 95,
accessibility 100, no fault.

- Date: ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, ${minutes} minutes in all
- Machine: ${cpus().length} cores (${cpus()[0]?.model.split('@')[0]?.trim()}), load at the end ${loadavg()[0]?.toFixed(1)}
- Lighthouse's measure of it: ${machine} (median). Its slowdown of four is meant for 1,500 to 2,000; on a slower machine pages get less

| Page | As | Theme | Performance | Accessibility | Best practices | Faults |
| --- | --- | --- | --: | --: | --: | --- |
${rows.map(lineOf).join('\n')}
`
}
