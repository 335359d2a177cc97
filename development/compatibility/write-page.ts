import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tableOf } from '@/development/markdown-table'
import type { CompatibilityOutcome } from './rows'

export type PageFacts = {
  outcomes: readonly CompatibilityOutcome[]
  labelOf: (name: string) => string
  date: string
  node: string
}

const sections = {
  client: `## Clients that buy

Each pays a paid address of the site out of a new wallet. It passes when the content came and the wallet paid exactly the price on the chain.`,
  server: `## Servers that settle here

Each sells for itself and settles through the site's facilitator. It passes when a buyer got the content and the seller's wallet got exactly the price; where the package declares for the bazaar, also when the sale was listed.`,
  reader: `## Readers

Each reads what the site publishes. It passes when it finds no fault.`,
}

/** docs/compatibility.md: which programs of others were run against this version, and how each ended. */
export function writePage({ outcomes, labelOf, date, node }: PageFacts): string {
  const green = outcomes.filter(({ fault }) => fault === '').length
  const tables = Object.entries(sections).map(([kind, about]) => {
    const rows = outcomes
      .filter(({ row }) => row.kind === kind)
      .map(({ row, fault }) => [
        row.packages.map((name) => `\`${labelOf(name)}\``).join(' '),
        row.what,
        resultOf({ row, fault }),
      ])
    return `${about}\n\n${tableOf(['Package', 'What was run', 'Result'], rows)}`
  })
  const summary = `Programs that others wrote, run against one site on local networks by \`npm run compatibility\`, last on ${date} with Node.js ${node}: ${green} of ${outcomes.length} pass. The same runs every night. A program reaches only the machine that it runs on.`
  return `${['# Compatibility', summary, ...tables].join('\n\n')}\n`
}

function resultOf({ row, fault }: CompatibilityOutcome): string {
  if (fault === '') return 'passes'
  if (row.known) return `does not; fault: ${row.known.fault}. ${row.known.why}`
  // Text of others, as a cell of a table.
  return `**fails**: ${fault
    .replaceAll(/[\r\n]+/g, ' ')
    .replaceAll(/[|`<>\\]/g, ' ')
    .slice(0, 300)}`
}

/** `@x402/fetch@2.9.0` of a package as it is installed, by the name that it has at the registry. */
export function labelOf(folder: string, name: string): string {
  const { name: published, version } = JSON.parse(
    readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'),
  ) as { name: string; version: string }
  return `${published}@${version}`
}
