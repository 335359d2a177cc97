import { mkdirSync, writeFileSync } from 'node:fs'
import type { Run } from '../run/bench'
import type { Attack, Result } from './attack'

export type Tried = Pick<Attack, 'id' | 'name' | 'paperName'> & { stock: Result; ours: Result }

export type AttackRun = Pick<Run, 'date' | 'machine' | 'node' | 'postgres'> & {
  sdk: string
  /** The machine's load average over a minute, at the start. */
  load: string
  seconds: number
  tried: Tried[]
}

const FOLDER = 'development/bench/results'

/** The table in Markdown: two lines for each attack. */
export function attackTable(tried: readonly Tried[]): string {
  const lines = tried.flatMap(({ id, name, stock, ours }) => [
    lineOf(`${id}: ${name}`, 'stock', stock),
    lineOf('', 'Turnpike', ours),
  ])
  return [
    '| Attack | Server | Leaked | Unpaid runs | Charged | of it for nothing | Gas | Transactions | Time | What happened |',
    '| --- | --- | --: | --: | --: | --: | --: | --: | --: | --- |',
    ...lines,
  ].join('\n')
}

function lineOf(name: string, server: string, result: Result): string {
  const { leaked, unpaidRuns, charged, lost, gas, transactions, milliseconds, said } = result
  const figures = [leaked, unpaidRuns, dollars(charged), dollars(lost), gas.toLocaleString('en'), transactions]
  return `| ${[name, server, ...figures, `${(milliseconds / 1_000).toFixed(1)} s`, said.replaceAll('|', '\\|')].join(' | ')} |`
}

/** Every figure that is higher here than there, with or without a reason. */
function worseRows(tried: readonly Tried[]): string {
  const lines = tried.flatMap(({ id, name, stock, ours }) => {
    const figures = [
      ['leaked', ours.leaked, stock.leaked],
      ['unpaid runs', ours.unpaidRuns, stock.unpaidRuns],
      ['charged for nothing, in millionths', Number(ours.lost), Number(stock.lost)],
      ['gas', ours.gas, stock.gas],
    ] as const
    const worse = figures.filter(([, here, there]) => here > there)
    const words = worse.map(
      ([what, here, there]) => `${what} ${here.toLocaleString('en')} against ${there.toLocaleString('en')}`,
    )
    return words.length > 0 ? [`- ${id}: ${name}: ${words.join(', ')}.`] : []
  })
  return lines.length > 0 ? lines.join('\n') : 'In no figure of this run.'
}

const dollars = (atomic: string) => `$${(Number(atomic) / 1_000_000).toFixed(6).replace(/\.?0+$/, '')}`

/** Writes development/bench/results/attacks.md, for people, and attacks.json. */
export function writeAttacks(run: AttackRun): void {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(`${FOLDER}/attacks.json`, `${JSON.stringify(run, null, 2)}\n`)
  writeFileSync(`${FOLDER}/attacks.md`, describe(run))
}

function describe({ date, machine, node, postgres, sdk, load, seconds, tried }: AttackRun): string {
  return `# Attacks, tried on both

Written by \`npm run bench -- attacks\`; [docs/security.md](../../docs/security.md) says what each attack is and what holds against it.
Both servers sell the same on the same local chains, each in a process of its own and with a gas wallet of its own. Turnpike is
its whole application behind Node.js's HTTP server, with its worker and a durable database; the pages are not part of it. Stock is
\`@x402/express\` ${sdk} as its documentation shows it, with the SDK's facilitator in its process. It is started again for each attack, as it
may wait without end behind a nonce that it lost; requests that get no answer are given up after 15 s.

- Date: ${date.slice(0, 16).replace('T', ' ')} UTC, ${seconds} s in all
- Machine: ${machine}, load ${load}
- Node.js ${node}, PostgreSQL ${postgres}

${attackTable(tried)}

*Leaked*: contents, or a facilitator's yes, beyond what was paid for. *Unpaid runs*: how often a handler worked for nothing. *For nothing*: charged, and
the payer got no content. *Gas*: of the server's own wallet. Times are of the attack as a whole, one run, and no measure of speed.

## Where Turnpike does worse

${worseRows(tried)}
`
}
