import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SoakWorld } from '../bench/soak/soak-world'

/** A failure in the words of each place, in short lines. */
export type Said = Record<'log' | 'doctor' | 'readyz' | 'metrics' | 'page', string[]>

/** An operator's session. */
type Cookie = string

/** Figures that tell of a failure by their value. */
const TELLING =
  /^(turnpike_(check|database_up|instances_alive|network_nodes|webhooks)|facilitator_(network_up|gas_low))\b/
/** Counters whose growth tells of one. */
const COUNTING =
  /^(turnpike_(payments_ended_total\{status="(?!settled)|job_runs_total\{.*failure)|facilitator_outcomes_total\{(?!.*outcome="(settled|valid)"))/

/** Notes the state before a failure. Returns what reads the state after it, while it lasts. */
export async function openEars(world: SoakWorld, cookie: Cookie): Promise<() => Promise<Said>> {
  const sizes = new Map(logFiles(world).map((file) => [file, statSync(file).size]))
  const before = await metricsOf(world)
  const well = await linesOfDoctor(world)
  return async () => {
    const startedAt = performance.now()
    const [doctor, readyz] = await Promise.all([linesOfDoctor(world), watchReadyz(world)])
    const [page, after] = await Promise.all([pageOf(world, cookie), metricsOf(world)])
    await sleep(Math.max(0, 20_000 - (performance.now() - startedAt)))
    return {
      log: logOf(world, sizes),
      doctor: doctor.filter((line) => !well.includes(line)),
      readyz,
      metrics: changesOf(before, after),
      page,
    }
  }
}

const logFiles = ({ folder }: SoakWorld): string[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith('site-'))
    .map((name) => join(folder, name))

/** The sentences that were logged as warnings or errors, or by an instance that ends, each with its count. */
function logOf(world: SoakWorld, sizes: Map<string, number>): string[] {
  const counts = new Map<string, number>()
  for (const file of logFiles(world)) {
    for (const line of readFileSync(file)
      .subarray(sizes.get(file) ?? 0)
      .toString()
      .split('\n')) {
      const parsed = parseLine(line)
      if (parsed) counts.set(parsed, (counts.get(parsed) ?? 0) + 1)
    }
  }
  return [...counts].map(([said, count]) => (count > 1 ? `${said} (${count}x)` : said))
}

function parseLine(line: string): string | null {
  if (!line.startsWith('{')) return null
  try {
    const { level, msg, ...fields } = JSON.parse(line) as Record<string, string>
    const told = `${level}: ${msg}`
    if (msg === 'payment') {
      const { outcome, reason, upstreamStatus } = fields
      if (outcome !== 'failed') return null
      return `${told} ${outcome}, ${reason}${upstreamStatus ? `, its server answered ${upstreamStatus}` : ''}`
    }
    return level === 'info' && !/^(started|stopp|webhook)/.test(msg ?? '') ? null : told
  } catch {
    // A line that a killed instance did not end.
    return null
  }
}

const DOCTOR_MS = 60_000

/** The doctor's lines that are not OK. */
function linesOfDoctor({ env }: SoakWorld): Promise<string[]> {
  const args = ['--import', 'tsx', 'lib/site/commands/site/main.ts', 'doctor']
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env, timeout: DOCTOR_MS }, (error, stdout, stderr) => {
      const lines = stdout.split('\n').filter((line) => /^(WARN|FAIL)/.test(line))
      const end = lines.length === 0 && error ? [`ends with ${error.code}: ${stderr.trim().split('\n').at(-1)}`] : []
      resolve([...lines, ...end].map((line) => line.replace(/\s+/g, ' ')))
    })
  })
}

/** Everything that is missing or noted at an instance that answers, over ten seconds. */
async function watchReadyz(world: SoakWorld): Promise<string[]> {
  const said = new Set<string>()
  for (let look = 0; look < 10; look += 1) {
    const answer = await ask(world, '/readyz')
    if (answer) {
      const { missing = [], notes = [] } = JSON.parse(answer.text) as { missing?: string[]; notes?: string[] }
      for (const words of [...missing, ...notes]) said.add(`${answer.status}: ${words}`)
    }
    await sleep(1_000)
  }
  return said.size > 0 ? [...said] : ['200, nothing missing']
}

async function metricsOf(world: SoakWorld): Promise<Map<string, string>> {
  const lines = (await ask(world, '/metrics'))?.text.split('\n') ?? []
  return new Map(
    lines.filter((line) => !line.startsWith('#')).map((line) => [line.split(' ')[0] ?? '', line.split(' ')[1] ?? '']),
  )
}

function changesOf(before: Map<string, string>, after: Map<string, string>): string[] {
  if (after.size === 0) return ['no answer']
  return [...after].flatMap(([name, value]) => {
    const old = before.get(name) ?? '0'
    if (old === value) return []
    if (TELLING.test(name)) return [`${name} ${value}`]
    return COUNTING.test(name) && Number(value) > Number(old) ? [`${name} +${Number(value) - Number(old)}`] : []
  })
}

/** The page of a failure that the framework has met. */
const DRAWN = 'the page for failures, which a script draws, with a reference to the log'

/** The findings on the operator's first page. */
async function pageOf(world: SoakWorld, cookie: Cookie): Promise<string[]> {
  const answer = await ask(world, '/dashboard/operator', { cookie, accept: 'text/html', 'sec-fetch-site': 'none' })
  if (!answer) return ['no answer']
  if (answer.status !== 200) return [`${answer.status}: ${textOf(answer.text).slice(0, 200) || DRAWN}`]
  const table = answer.text.match(/<table[\s\S]*?<\/table>/g)?.find((html) => html.includes('Findings')) ?? ''
  const rows = table.match(/<tr[\s\S]*?<\/tr>/g)?.slice(1) ?? []
  return rows.length > 0 ? rows.map(textOf) : ['no finding']
}

const textOf = (html: string) =>
  html
    .replace(/<(script|style|head)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ')
    .trim()

const ASK_MS = 10_000

/** The first instance that answers. */
async function ask({ instances }: SoakWorld, path: string, headers: Record<string, string> = {}) {
  for (const { origin } of instances.filter(({ isUp }) => isUp())) {
    try {
      const answer = await fetch(`${origin}${path}`, { headers, signal: AbortSignal.timeout(ASK_MS) })
      return { status: answer.status, text: await answer.text() }
    } catch {
      // The next one may answer.
    }
  }
  return null
}
