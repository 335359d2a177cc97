import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { buildSite } from '@/development/demo/build-site'
import { DomainError } from '@/lib/base/infra/domain-error'
import { runProcess } from '@/lib/base/infra/run-process'
import { type Bench, createCleanups, describeRun, endOnSignals, type Row, type Run, verdictOf } from './bench'
import { readMemory } from './load'
import { measureChallenge } from './rows/challenge-row'
import { measureFacilitatorOverHttp } from './rows/facilitator-http-row'
import { measureInProcess } from './rows/in-process-rows'
import { measurePaidRows, openPaidWorld, openSolanaWorld, type PaidWorld } from './rows/paid-rows'
import { measureSignIn } from './rows/sign-in-row'

/** Measures the requested rows and prints the table; exits with 1 when a part could not be measured. */
export function runBench(args: string[]): Promise<void> {
  return runProcess(async () => {
    const options = parseOptions(
      args,
      groups.flatMap(({ name, parts }) => [name, ...parts]),
    )
    const wants = (...names: string[]) => options.only.length === 0 || names.some((name) => options.only.includes(name))
    const bench = {
      ...options,
      wants,
      say: (text: string) => console.log(text),
    }
    const run = describeRun(bench)
    if (await buildSite()) bench.say('The site was built.')
    for (const group of groups.filter(({ name, parts }) => wants(name, ...parts))) await runGroup(group, bench, run)
    console.log(`\n${tableOf(run.rows)}`)
    if (run.failures.length > 0) process.exitCode = 1
    else if (!options.isQuick && options.only.length === 0) writeResults(run)
  })
}

/** Everything that a group started ends with it, also when it fails or Ctrl-C stops the run. */
async function runGroup(group: Group, bench: Omit<Bench, 'onEnd'>, run: Run): Promise<void> {
  const cleanups = createCleanups()
  const release = endOnSignals(cleanups)
  const startedAt = performance.now()
  try {
    const wants: Bench['wants'] = (...names) => bench.wants(group.name, ...names)
    const rows = await group.measure({ ...bench, wants, onEnd: cleanups.add })
    run.rows.push(...rows)
  } catch (error) {
    console.error(`${group.name} could not be measured:`, error)
    run.failures.push(group.name)
  } finally {
    await cleanups.run()
    release()
    bench.say(`(${group.name}: ${((performance.now() - startedAt) / 1_000).toFixed(0)} s)`)
  }
}

type BenchOptions = {
  /** Names of rows and groups; empty for all. */
  only: string[]
  isQuick: boolean
  rounds: number
}

/** Reads the command line; fails with one plain sentence. */
function parseOptions(args: string[], known: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', default: '' },
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string' },
    },
  })
  const only = values.only.split(',').filter((name) => name !== '')
  const unknown = only.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw new DomainError('USAGE', `There is no row "${unknown}"; --only takes some of ${known.join(', ')}.`)
  }
  return {
    only,
    isQuick: values.quick,
    rounds: wholeNumber('rounds', values.rounds, values.quick ? 1 : 3),
  }
}

function wholeNumber(flag: string, text: string | undefined, otherwise: number): number {
  const value = text === undefined ? otherwise : Number(text)
  if (Number.isSafeInteger(value) && value > 0) return value
  throw new DomainError('USAGE', `--${flag} takes a whole number above zero; got "${text}".`)
}

type Group = {
  name: string
  /** Parts that `--only` may name too. */
  parts: string[]
  measure: (bench: Bench) => Promise<Row[]>
}

const paidParts = ['paid', 'paid-1', 'paid-20', 'paid-200']
const solanaParts = ['solana', 'solana-1', 'solana-20', 'solana-200']

/** Rows that share a world, in the order of the table. */
const groups: Group[] = [
  {
    name: 'site',
    parts: [...paidParts, ...solanaParts, 'facilitator-http', 'challenge', 'sign-in', 'memory'],
    async measure(bench) {
      const world = await openPaidWorld(bench)
      return [
        ...(await measurePaidRows(bench, world)),
        ...(bench.wants(...solanaParts) ? await measureSolana(bench, world) : []),
        ...(await measureFacilitatorOverHttp(bench, world)),
        ...(await measureChallenge(bench, world)),
        ...(await measureSignIn(bench, world)),
        ...measureMemory(bench, world),
      ]
    },
  },
  { name: 'in-process', parts: ['verify', 'settle'], measure: measureInProcess },
]

const measureSolana = async (bench: Bench, world: PaidWorld): Promise<Row[]> =>
  measurePaidRows(bench, await openSolanaWorld(bench, world), { name: 'solana', on: ' on Solana' })

const FOLDER = 'development/bench/results'

function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ title, stock, ours, goal, verdict }) => `| ${title} | ${stock} | ${ours} | ${goal} | ${verdict} |`,
  )
  return ['| | stock | Turnpike | goal, same run | |', '| --- | --- | --- | --- | --- |', ...lines].join('\n')
}

/** Writes a whole run to development/bench/results/latest.md, for people, and latest.json, with each round. */
function writeResults(run: Run): void {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(`${FOLDER}/latest.json`, `${JSON.stringify(run, null, 2)}\n`)
  writeFileSync(`${FOLDER}/latest.md`, describe(run))
}

function describe({ date, machine, node, postgres, rounds, rows }: Run): string {
  return `# What a payment costs

Written by \`npm run bench\`: one run, medians of ${rounds} rounds, ours and stock in turn with the order turned round each time.
Turnpike is the built site over HTTP with all its parts switched on and a durable database. Stock is \`@x402/express\` with
the SDK's facilitator in its process and nothing durable. Each has a fresh local chain of its own; the same client
sends both payments that it signed beforehand. Client, chains, database and servers share the machine.

- Date: ${date.slice(0, 16).replace('T', ' ')} UTC
- Machine: ${machine}
- Node.js ${node}, PostgreSQL ${postgres}

${tableOf(rows)}

## What each row means

${rows.map(({ title, meaning }) => `- **${title}**: ${meaning}`).join('\n')}
`
}

/** Resident memory of the servers: measured last, so that all other rows of their group are its load. */
function measureMemory(bench: Bench, { stock, ours, idle }: PaidWorld): Row[] {
  if (!bench.wants('memory')) return []
  const [stockAfter, ourAfter] = [readMemory(stock.server.pid), readMemory(ours.server.pid)]
  return [
    {
      name: 'memory',
      title: 'resident memory',
      meaning:
        'Of the server’s process, as the kernel counts it: ours idle and after the rows above, stock after them.',
      stock: `${stockAfter.resident} MB`,
      ours: `${idle.resident} MB idle, ${ourAfter.resident} MB after`,
      goal: '<= 250 MB idle, <= 400 MB after',
      verdict: verdictOf(idle.resident <= 250 && ourAfter.resident <= 400),
      figures: {
        'stock megabytes': [stockAfter.resident],
        'ours idle megabytes': [idle.resident],
        'ours megabytes': [ourAfter.resident],
      },
    },
  ]
}
