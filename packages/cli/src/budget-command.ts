import { parseArgs } from 'node:util'
import { openBudget, readDollars } from './budget'
import { usageError } from './cli-error'
import { homeOf } from './wallet-file'

export const BUDGET_HELP = `What the wallet on this machine may spend, also through agents. Shows it, or sets it and counts from zero.

  turnpike budget [--total DOLLARS] [--per-call DOLLARS] [--json]

  --total DOLLARS      all payments from now on, or none for no limit
  --per-call DOLLARS   one payment ($1 unless set)
`

/** `turnpike budget`: kept in a file, so that it holds after a restart and for all programs of this machine. */
export async function budgetCommand(argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { values } = parseArgs({
    args: argv,
    options: { total: { type: 'string' }, 'per-call': { type: 'string' }, json: { type: 'boolean' } },
  })
  const budget = openBudget(homeOf(env).budget)
  if (values.total !== undefined || values['per-call'] !== undefined) {
    const before = await budget.read()
    await budget.set({
      total:
        values.total === undefined ? before.total : values.total === 'none' ? null : given('--total', values.total),
      perCall: values['per-call'] === undefined ? before.perCall : given('--per-call', values['per-call']),
    })
  }
  const { total, perCall, spent } = await budget.read()
  const lines = [`total      ${total ?? 'no limit'}`, `one call   ${perCall}`, `signed     ${spent}`]
  console.log(values.json ? JSON.stringify({ total, perCall, spent }) : lines.join('\n'))
  return 0
}

function given(flag: string, text: string): string {
  const dollars = readDollars(text)
  if (dollars === null) throw usageError(`${flag} takes dollars such as 0.10; got ${text}.`)
  return dollars
}
