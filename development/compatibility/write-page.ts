import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Outcome } from './cell'

export type PageFacts = { outcomes: readonly Outcome[]; labelOf: (name: string) => string; date: string; node: string }

/** docs/compatibility.md: which programs of others were run against this version, and how each ended. */
export function writePage({ outcomes, labelOf, date, node }: PageFacts): string {
  const sections = [
    [
      'Clients that buy',
      'Each pays a paid address of the site out of a new wallet. It passes when the content came and the wallet paid exactly the price on the chain.',
      'client',
    ],
    [
      'Servers that settle here',
      "Each sells for itself and settles through the site's facilitator. It passes when a buyer got the content and the seller's wallet got exactly the price; where the package declares for the bazaar, also when the sale was listed.",
      'server',
    ],
    ['Readers', 'Each reads what the site publishes. It passes when it finds no fault.', 'reader'],
  ] as const
  const tables = sections.map(([title, about, kind]) => {
    const rows = outcomes.filter(({ cell }) => cell.kind === kind)
    const lines = rows.map((outcome) => rowOf(outcome, labelOf))
    return [`## ${title}`, '', about, '', '| Package | What was run | Result |', '| --- | --- | --- |', ...lines].join(
      '\n',
    )
  })
  const green = outcomes.filter(({ fault }) => fault === '').length
  return `${[
    '# Compatibility',
    `Programs that others wrote, run against one site on local networks by \`npm run compatibility\`, last on ${date} with Node.js ${node}: ${green} of ${outcomes.length} pass. The same runs every night. A program reaches only the machine that it runs on.`,
    ...tables,
  ].join('\n\n')}\n`
}

function rowOf({ cell, fault }: Outcome, labelOf: (name: string) => string): string {
  const packages = cell.packages.map((name) => `\`${labelOf(name)}\``).join(' ')
  return `| ${packages} | ${cell.what} | ${resultOf({ cell, fault })} |`
}

function resultOf({ cell, fault }: Outcome): string {
  if (fault === '') return 'passes'
  if (cell.known) return `does not; fault: ${cell.known.fault}. ${cell.known.why}`
  return `**fails**: ${inCell(fault)}`
}

/** Text of others, as a cell of a table. */
const inCell = (text: string) =>
  text
    .replaceAll(/[\r\n]+/g, ' ')
    .replaceAll(/[|`<>\\]/g, ' ')
    .slice(0, 300)

/** `@x402/fetch@2.9.0` of a package as it is installed, by the name that it has at the registry. */
export function labelOf(folder: string, name: string): string {
  const { name: published, version } = JSON.parse(
    readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'),
  ) as { name: string; version: string }
  return `${published}@${version}`
}
