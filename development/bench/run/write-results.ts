import { mkdirSync, writeFileSync } from 'node:fs'
import type { Row } from './row'
import type { Run } from './run'

const FOLDER = 'development/bench/results'

export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ title, stock, ours, goal, verdict }) => `| ${title} | ${stock} | ${ours} | ${goal} | ${verdict} |`,
  )
  return ['| | stock | Turnpike | goal, same run | |', '| --- | --- | --- | --- | --- |', ...lines].join('\n')
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

${rows.map(({ title, meaning }) => `- **${title}**: ${meaning}`).join('\n')}
`
}
