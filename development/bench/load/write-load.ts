import { mkdirSync, writeFileSync } from 'node:fs'
import type { Memory } from '../run/measure/read-memory'
import type { Run } from '../run/run'
import { describeStep } from './find-highest-rate'
import type { Step } from './open-load'

type Found = { highest: Step | null; steps: Step[] }

export type LoadRun = Pick<Run, 'date' | 'machine' | 'node' | 'postgres'> & {
  /** The machine's load average over a minute, before the run. */
  load: string
  /** The limit of the site's heap. */
  heapMegabytes: number
  challenges: Found
  payments: Found
  /** Over connections that are open. */
  above: { challenges: Step; payments: Step }
  /** The same number of payments, each of which opens a connection first. */
  unconnected: Step
  memory: Record<string, Memory>
}

const FOLDER = 'development/bench/results'

/** The results, as the body of a Markdown document. */
export function tellLoad({ challenges, payments, above, unconnected, memory }: LoadRun): string {
  const silent = [above.challenges, above.payments, unconnected].reduce((sum, step) => sum + step.silentRefusals, 0)
  const highest = ({ highest: step }: Found) => (step ? describeStep(step) : 'none of the rates tried')
  return `| | Highest rate in time | Many times that |
| --- | --- | --- |
| 402, p99 below 250 ms | ${highest(challenges)} | ${describeStep(above.challenges)} |
| Paid, p99 below 1 s | ${highest(payments)} | ${describeStep(above.payments)} |

The same payments, each with a connection to open first: ${describeStep(unconnected)}. Node.js takes up one new connection in each
turn of its loop, so that such a crowd waits before the site can see it, or refuse it; a proxy in front keeps its connections open.

Refusals (429, 503) without \`Retry-After\`: ${silent}.

| Memory of the site's process | resident | at most so far | of it its own |
| --- | --: | --: | --: |
${Object.entries(memory)
  .map(([when, { resident, highest: most, own }]) => `| ${when} | ${resident} MB | ${most} MB | ${own} MB |`)
  .join('\n')}`
}

/** Writes development/bench/results/load.md, for people, and load.json, with every step. */
export function writeLoad(run: LoadRun): void {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(`${FOLDER}/load.json`, `${JSON.stringify(run, null, 2)}\n`)
  writeFileSync(`${FOLDER}/load.md`, describe(run))
}

function describe(run: LoadRun): string {
  const { date, machine, node, postgres, load, heapMegabytes, challenges, payments } = run
  const list = ({ steps }: Found) => steps.map((step) => `- ${describeStep(step)}`).join('\n')
  return `# What the site bears

Written by \`npm run bench -- load\`: one instance of the built site with all its parts, a durable database and a local chain; requests come when they are due, from 40
addresses, whether or not those before were answered, and times count from then. Client, chain, database and site share the machine. A rate holds when
everything was answered in time with 402, or with the content, in one of two tries. An address has 8 connections; in the column of many
times that, 150 that are open before, so that requests wait at the site and not in the client. The site runs with
\`--max-old-space-size=${heapMegabytes}\`, so that it would end if it kept more than that.

- Date: ${date.slice(0, 16).replace('T', ' ')} UTC
- Machine: ${machine}, load ${load} before the run
- Node.js ${node}, PostgreSQL ${postgres}

${tellLoad(run)}

## Every rate that was tried

402, 5 s each:

${list(challenges)}

Paid, 5 s each:

${list(payments)}
`
}
