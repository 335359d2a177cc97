import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { remarks } from './remarks'
import type { Row } from './row'
import type { Run } from './run'

const FOLDER = 'development/bench/results'

export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ title, stock, ours, goal, verdict }) => `| ${title} | ${stock} | ${ours} | ${goal} | ${verdict} |`,
  )
  return ['| | stock | Turnpike | goal, same run | |', '| --- | --- | --- | --- | --- |', ...lines].join('\n')
}

/** A whole run, with the last measurements of the rows of these names. */
export function keepRows(run: Run, names: readonly string[]): Run {
  const kept = readLatest()?.rows.filter(({ name }) => names.includes(name)) ?? []
  return { ...run, rows: [...run.rows, ...kept] }
}

/** The last whole run with this run's rows in place of older ones. */
export function addRows(run: Run): Run {
  const latest = readLatest()
  const isOlder = ({ name }: Row) => !run.rows.some((row) => row.name === name)
  return latest ? { ...latest, rows: [...latest.rows.filter(isOlder), ...run.rows] } : run
}

/** The last whole run, from this program's own file. */
function readLatest(): Run | null {
  const file = `${FOLDER}/latest.json`
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Run) : null
}

/** Writes a whole run to development/bench/results/latest.md, for people, and latest.json, with each round. */
export function writeResults(run: Run): void {
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

${rows.map(meaningOf).join('\n')}
`
}

function meaningOf({ name, title, meaning, verdict }: Row): string {
  const remark = verdict === 'missed' ? remarks[name] : undefined
  return `- **${title}**: ${meaning}${remark ? ` Missed: ${remark}` : ''}`
}
