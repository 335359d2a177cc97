import { parseArgs } from 'node:util'
import { usageError } from './cli-error'
import { homeOf } from './home'
import { type Limits, readDollars, readLimits, writeLimits } from './limits-file'

export const LIMITS_HELP = `What the wallet on this machine may spend, also through agents. Shows it, or changes what is named.

  turnpike limits [options]

  --per-call DOLLARS   one payment ($1 unless set)
  --per-day DOLLARS    all payments within any 24 hours, or none
  --per-host DOLLARS   those to one host within any 24 hours, or none
  --deposit DOLLARS    what is put aside with one seller for many calls, or none
  --passes held|buy    also buy a pass once half of its price was paid for what it opens
  --hosts A,B          the only hosts that are paid, or all
  --ask yes|no         agents have each payment confirmed by you
  --json               as one JSON object
`

/** `turnpike limits`: kept in a file, so that they hold after a restart and for all programs of this machine. */
export async function limitsCommand(argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { values } = parseArgs({
    args: argv,
    options: {
      'per-call': { type: 'string' },
      'per-day': { type: 'string' },
      'per-host': { type: 'string' },
      deposit: { type: 'string' },
      passes: { type: 'string' },
      hosts: { type: 'string' },
      ask: { type: 'string' },
      json: { type: 'boolean' },
    },
  })
  const { limits: file } = homeOf(env)
  const before = await readLimits(file)
  const perCall = values['per-call']
  const after: Limits = {
    perCall: perCall === undefined ? before.perCall : (dollarsOrNone('--per-call', perCall) ?? needed()),
    perDay: change('--per-day', values['per-day'], before.perDay),
    perHost: change('--per-host', values['per-host'], before.perHost),
    deposit: change('--deposit', values.deposit, before.deposit),
    passes: values.passes === undefined ? before.passes : oneOf('--passes', values.passes, ['held', 'buy']),
    hosts: values.hosts === undefined ? before.hosts : readHosts(values.hosts),
    ask: values.ask === undefined ? before.ask : oneOf('--ask', values.ask, ['yes', 'no']) === 'yes',
  }
  if (JSON.stringify(after) !== JSON.stringify(before)) await writeLimits(file, after)
  console.log(values.json ? JSON.stringify(after) : linesOf(after).join('\n'))
  return 0
}

const needed = (): never => {
  throw usageError('--per-call cannot be none: a payment without a limit could take everything.')
}

const change = (flag: string, text: string | undefined, before: string | null): string | null =>
  text === undefined ? before : dollarsOrNone(flag, text)

function dollarsOrNone(flag: string, text: string): string | null {
  if (text === 'none') return null
  const dollars = readDollars(text)
  if (dollars === null) throw usageError(`${flag} takes dollars such as 0.10, or none; got ${text}.`)
  return dollars
}

function readHosts(text: string): string[] | null {
  if (text === 'all') return null
  const hosts = text.split(',').map((host) => host.trim().toLowerCase())
  const wrong = hosts.find((host) => URL.parse(`http://${host}`)?.host !== host)
  if (wrong !== undefined)
    throw usageError(`--hosts takes hosts such as api.example or localhost:4021; got "${wrong}".`)
  return hosts
}

function oneOf<T extends string>(flag: string, text: string, choices: readonly T[]): T {
  const chosen = choices.find((choice) => choice === text)
  if (chosen === undefined) throw usageError(`${flag} takes ${choices.join(' or ')}; got ${text}.`)
  return chosen
}

const linesOf = ({ perCall, perDay, perHost, deposit, passes, hosts, ask }: Limits): string[] => [
  `one payment         ${perCall ?? 'no limit'}`,
  `in 24 hours         ${perDay ?? 'no limit'}`,
  `on one host         ${perHost ?? 'no limit'}${perHost === null ? '' : ' in 24 hours'}`,
  `put aside           ${deposit === null ? 'nothing' : `${deposit} with one seller`}`,
  `passes              ${passes === 'buy' ? 'bought once half of the price was paid' : 'used where held'}`,
  `hosts               ${hosts?.join(', ') ?? 'all'}`,
  `agents ask you      ${ask ? 'yes' : 'no'}`,
]
