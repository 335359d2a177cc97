import { mkdirSync, writeFileSync } from 'node:fs'
import type { Run } from '../run/bench'
import type { Tally } from './attackers'
import type { Finding } from './audit-contents'
import type { PaymentRecord } from './payment-record'

export type SoakRun = Pick<Run, 'date' | 'machine' | 'node' | 'postgres'> & {
  load: string
  seconds: number
  kills: Record<string, number>
  signed: number
  bought: number
  /** The last answers to payments that got no content. */
  notBought: Record<string, number>
  /** From the first request to the content, in milliseconds. */
  times: { median: number; p95: number; p99: number }
  /** Delivered by the ledger, but lost with a killed connection. */
  lostOnTheWay: number
  /** Contents that their payers got twice: a kill lost the record of the first. At most one per kill. */
  givenAgain: number
  states: Record<string, number>
  attacks: Tally
  settledElsewhere: { payments: number; opened: number }
  findings: Finding[]
}

const FOLDER = 'development/bench/results'
const SHOWN = 40

/** Whether anything differed, or an attacker gained anything. */
export const hasFailed = ({ findings, attacks, settledElsewhere }: SoakRun): boolean =>
  findings.length + gainsOf(attacks) + settledElsewhere.opened > 0

const gainsOf = (attacks: Tally) => Object.values(attacks).reduce((sum, { gains }) => sum + gains, 0)

/** Why payments got no content, by the last answer to each. */
export function notBoughtOf(records: readonly PaymentRecord[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { contents, path, lastWord } of records) {
    if (contents.length === 0) counts[`${path}: ${lastWord}`] = (counts[`${path}: ${lastWord}`] ?? 0) + 1
  }
  return counts
}

export function timesOf(records: readonly PaymentRecord[]): SoakRun['times'] {
  const times = records
    .filter(({ contents }) => contents.length > 0)
    .map(({ tookMs }) => tookMs)
    .sort((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0)
  return { median: at(0.5), p95: at(0.95), p99: at(0.99) }
}

/** The results, as the body of a Markdown document. */
export function tellSoak(run: SoakRun): string {
  const {
    seconds,
    kills,
    signed,
    bought,
    times,
    lostOnTheWay,
    givenAgain,
    states,
    attacks,
    settledElsewhere,
    findings,
  } = run
  const rows = (counts: Record<string, number>) =>
    Object.entries(counts).map(([name, count]) => `| ${name} | ${count} |`)
  const tries = Object.entries(attacks).map(([name, { tries: count, gains, statuses }]) => {
    const told = Object.entries(statuses).map(([status, times]) => `${status === '0' ? 'none' : status}: ${times}`)
    return `| ${name} | ${count} | ${gains} | ${told.join(', ')} |`
  })
  return `**${findings.length} differences** between chain, ledgers, entitlements, receipts and what buyers saw;
**${gainsOf(attacks)} gains** of attackers.
${findings
  .slice(0, SHOWN)
  .map(({ kind, detail }) => `\n- ${kind}: ${detail}`)
  .join('')}
| ${seconds.toFixed(0)} seconds | |
| --- | --: |
${rows(Object.fromEntries(Object.entries(kills).map(([name, count]) => [`SIGKILL of ${name}`, count]))).join('\n')}
| payments signed | ${signed} |
| bought | ${bought} |
${Object.entries(run.notBought)
  .map(([why, count]) => `| not bought: ${why.replaceAll('|', ' ')} | ${count} |\n`)
  .join('')}| from first request to content: median, p95, p99 | ${times.median}, ${times.p95}, ${times.p99} ms |
| delivered by the ledger's word, lost with a connection that was cut | ${lostOnTheWay} |
| given once more to its payer: its instance was killed within a second of sending it, one of a kill at the most | ${givenAgain} |
| settled at our facilitator for another server; opened here | ${settledElsewhere.payments}; ${settledElsewhere.opened} |

| State at the end | |
| --- | --: |
${rows(states).join('\n')}

| Attack | tries | gains | answers by status |
| --- | --: | --: | --- |
${tries.join('\n')}`
}

/** Writes development/bench/results/soak.md, for people, and soak.json. */
export function writeSoak(run: SoakRun): void {
  const { date, machine, node, postgres, load } = run
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(`${FOLDER}/soak.json`, `${JSON.stringify(run, null, 2)}\n`)
  writeFileSync(
    `${FOLDER}/soak.md`,
    `# Killed in turn, and audited

Written by \`npm run bench -- soak\`: two instances of the built site, bought from and attacked, while instances, database and chain are killed in turn; then everything is held against everything, to the unit.

- Date: ${date.slice(0, 16).replace('T', ' ')} UTC
- Machine: ${machine}, load ${load} before the run
- Node.js ${node}, PostgreSQL ${postgres}

${tellSoak(run)}
`,
  )
}
