import { VERSION } from '@/lib/base/infra/version'
import { PayerError } from '@/lib/client/payer-error'
import { CliError } from './cli-error'
import { jsonFailure } from './pay/json-failure'

const HELP = `Buys from anyone who sells behind HTTP 402, for people, scripts and agents.

  turnpike pay URL         gets a resource, paying for it
  turnpike search WORDS    finds paid resources
  turnpike check URL       asks a bazaar whether to pay, and why
  turnpike balance         what the wallet holds
  turnpike receipts        what was paid from here
  turnpike limits          what the wallet may spend
  turnpike wallet          makes a wallet, shows its addresses
  turnpike mcp             lets an agent buy; "turnpike mcp install" writes it into the agent's settings

"turnpike COMMAND --help" says more. What is kept on this machine is in ~/.turnpike, or in TURNPIKE_HOME.
`

type Command = (argv: string[], env: NodeJS.ProcessEnv) => Promise<number>

type Commands = Record<string, () => Promise<{ run: Command; help?: string | ((argv: string[]) => string) }>>

/** Each is loaded when it is asked for: the chains' libraries take a second. */
const commands: Commands = {
  pay: async () => ({ run: (await import('./pay-command')).payCommand }),
  search: async () => import('./search-command').then((m) => ({ run: m.searchCommand, help: m.SEARCH_HELP })),
  check: async () => import('./check-command').then((m) => ({ run: m.checkCommand, help: m.CHECK_HELP })),
  balance: async () => import('./balance-command').then((m) => ({ run: m.balanceCommand, help: m.BALANCE_HELP })),
  receipts: async () => import('./receipts-command').then((m) => ({ run: m.receiptsCommand, help: m.RECEIPTS_HELP })),
  limits: async () => import('./limits-command').then((m) => ({ run: m.limitsCommand, help: m.LIMITS_HELP })),
  wallet: async () => import('./wallet-command').then((m) => ({ run: m.walletCommand, help: m.WALLET_HELP })),
  mcp: async () => import('./mcp-command').then((m) => ({ run: m.mcpCommand, help: m.mcpHelp })),
}

/** The program `turnpike` with those arguments and variables, and with other commands in place of its own. Returns its exit code. */
export async function runTurnpike(
  [name, ...argv]: string[],
  env: NodeJS.ProcessEnv,
  others: Commands = {},
): Promise<number> {
  if (name === undefined || ['help', '--help', '-h'].includes(name)) {
    console.log(HELP)
    return name === undefined ? 2 : 0
  }
  if (['version', '--version', '-v'].includes(name)) {
    console.log(VERSION)
    return 0
  }
  try {
    const load = new Map(Object.entries({ ...commands, ...others })).get(name)
    if (!load) throw new CliError(`There is no command "${name}".\n\n${HELP}`, 2)
    const { run, help } = await load()
    if (help !== undefined && argv.some((word) => word === '--help' || word === '-h')) {
      console.log(typeof help === 'string' ? help : help(argv))
      return 0
    }
    return await run(argv, env)
  } catch (error) {
    const { exitCode, message } = explain(error)
    console.error(message)
    if (argv.includes('--json')) console.log(JSON.stringify(jsonFailure(exitCode, String(message))))
    return exitCode
  }
}

/** A failure that a person can mend is one sentence; anything else is a fault of ours, shown whole. */
function explain(error: unknown): { exitCode: number; message: unknown } {
  if (error instanceof CliError) return { exitCode: error.exitCode, message: error.message }
  if (error instanceof PayerError) return { exitCode: 2, message: error.message }
  if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
    return { exitCode: 2, message: error.message }
  return { exitCode: 1, message: error }
}
