import { parseArgs } from 'node:util'
import { buildSite } from '@/development/demo/build-site'
import { tableOf } from '@/development/markdown-table'
import { DomainError } from '@/lib/base/infra/domain-error'
import { withCleanups, writeResults } from '../measure'
import { measureInProcess } from './in-process-rows'
import type { Bench, BenchRow } from './rows'
import { measureSite, siteParts } from './site-rows'

/** Rows that share a world, in the order of the table. `--only` takes groups and parts. */
const groups = [
  { name: 'site', parts: siteParts, measure: measureSite },
  { name: 'in-process', parts: ['settle'], measure: measureInProcess },
]

/** Measures the requested rows and prints the table; exits with 1 when a part could not be measured. */
export async function runBench(args: string[]): Promise<void> {
  const { only, isQuick, rounds } = parseOptions(args)
  const rows: BenchRow[] = []
  const isWanted = (names: string[]) => only.length === 0 || names.some((name) => only.includes(name))
  if (await buildSite()) console.log('The site was built.')
  for (const { name, measure } of groups.filter((group) => isWanted([group.name, ...group.parts]))) {
    const wants: Bench['wants'] = (...names) => isWanted([name, ...names])
    try {
      rows.push(...(await withCleanups((onEnd) => measure({ isQuick, rounds, wants, onEnd }))))
    } catch (error) {
      console.error(`${name} could not be measured:`, error)
      process.exitCode = 1
    }
  }
  const table = tableOf(
    ['', 'stock', 'Turnpike', 'goal, same run', ''],
    rows.map(({ title, stock, ours, goal, isMet }) => [title, stock, ours, goal, isMet ? 'met' : 'missed']),
  )
  console.log(`\n${table}`)
  if (process.exitCode || isQuick || only.length > 0) return
  const meanings = rows.map(({ title, meaning }) => `- **${title}**: ${meaning}`).join('\n')
  writeResults('latest', about(rounds), `${table}\n\n## What each row means\n\n${meanings}`, { rounds, rows })
}

function parseOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', default: '' },
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string' },
    },
  })
  const only = values.only.split(',').filter((name) => name !== '')
  const known = groups.flatMap(({ name, parts }) => [name, ...parts])
  const unknown = only.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw new DomainError('USAGE', `There is no row "${unknown}"; --only takes some of ${known.join(', ')}.`)
  }
  const rounds = Number(values.rounds ?? (values.quick ? 1 : 3))
  if (Number.isSafeInteger(rounds) && rounds > 0) return { only, isQuick: values.quick, rounds }
  throw new DomainError('USAGE', `--rounds takes a whole number above zero; got "${values.rounds}".`)
}

const about = (rounds: number) => `# What a payment costs

Written by \`npm run bench\`: one run, medians of ${rounds} rounds, ours and stock in turn with the order turned round each time.
Turnpike is the built site over HTTP with all its parts switched on and a durable database. Stock is \`@x402/express\` with
the SDK's facilitator in its process and nothing durable. Each has a fresh local chain of its own; the same client
sends both payments that it signed beforehand. Client, chains, database and servers share the machine.`
