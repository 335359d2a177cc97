import type { Said } from './listen'

export type Row = {
  name: string
  before: string
  said: Said
  lastedSeconds: number
  /** The longest time without a sale of each network, in seconds. */
  withoutSales: { base: number; solana: number }
  signed: number
  bought: number
  /** Between chain, ledgers and buyers. */
  differences: string[]
}

type Measured = { machine: string; node: string; postgres: string; load: string }

const places = {
  log: 'Log',
  doctor: 'Doctor',
  readyz: '`/readyz`',
  metrics: '`/metrics`',
  page: "Operator's page",
} as const
const MOST_LINES = 8

/** The page of the documentation. */
export function writeTable(rows: Row[], { machine, node, postgres, load }: Measured): string {
  const money = rows.map(
    ({ name, before, lastedSeconds, withoutSales: { base, solana }, signed, bought, differences }, index) =>
      `| ${index + 1}. ${name} | ${before} | ${lastedSeconds.toFixed(0)} s | ${base.toFixed(1)} s | ${solana.toFixed(1)} s | ${bought} of ${signed} | ${differences.length} |`,
  )
  const kinds = rows.flatMap(({ differences }, index) =>
    differences.map((difference) => `Row ${index + 1}: ${difference.split(':')[0]}.`),
  )
  const said = rows.map(({ name, said: told }, index) => {
    const lines = Object.entries(places).map(([place, title]) => `| ${title} | ${cell(told[place as keyof Said])} |`)
    return `### ${index + 1}. ${name}\n\n| Place | Said |\n| --- | --- |\n${lines.join('\n')}\n`
  })
  return `# Failures

Twelve failures, made in turn on two instances of the built site under four buyers, on local networks and a PostgreSQL of their own, by
\`npx tsx development/failures/main.ts\`. Measured on ${machine}, Node.js ${node}, PostgreSQL ${postgres}, while the machine did other work (load ${load}).

A buyer asks instances that are up, repeats a payment until it has an answer, and then buys again. *Without sales* is the longest time between two
sales of a network from the failure on; a network that the failure does not concern goes on. *Differences* are payments lost or taken twice,
content without a payment, and units that differ between chain, ledgers and buyers. *Before* is how long sales were away in an earlier version, by hand.

| Failure | Before | Lasted | Without sales on Base Sepolia | On Solana Devnet | Bought of signed | Differences |
| --- | --- | --- | --- | --- | --- | --- |
${money.join('\n')}

What is signed and not bought was refused before it was taken, and cost nothing.
${kinds.length === 0 ? '' : `\n${kinds.join(' ')} Content more than once is a payer who got an answer again, without a charge: the database was lost between it and its note.\n`}
## Said within half a minute

${said.join('\n')}`
}

const cell = (lines: string[]): string => {
  if (lines.length === 0) return 'Nothing'
  const shown = lines.slice(0, MOST_LINES).map((line) => line.replaceAll('|', '\\|').replace(/[<>]/g, '').slice(0, 220))
  return [...shown, ...(lines.length > MOST_LINES ? [`and ${lines.length - MOST_LINES} more`] : [])].join('<br>')
}
