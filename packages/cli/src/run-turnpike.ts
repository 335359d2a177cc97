import { VERSION } from '@/lib/base/infra/version'
import { PayerError } from '@/lib/client/payer-error'
import { CliError, printFailure } from './cli-error'

const HELP = `Buys from anyone who sells behind HTTP 402, for people, scripts and agents.

  turnpike pay URL         gets a resource, paying for it
  turnpike search WORDS    finds paid resources
  turnpike wallet          makes a wallet, shows its addresses and what they hold
  turnpike budget          what may be spent: in all, and for one call
  turnpike mcp             an MCP server: lets an agent search and buy
  turnpike bridge          an MCP server with one tool, which gets one paid resource

"turnpike COMMAND --help" says more. What is kept on this machine is in ~/.turnpike, or in TURNPIKE_HOME.
`

type CliCommand = (argv: string[], env: NodeJS.ProcessEnv) => Promise<number>

type Commands = Record<string, () => Promise<{ run: CliCommand; help: string }>>

/** Each is loaded when it is asked for: the chains' libraries take a second. */
const commands: Commands = {
  pay: async () => import('./pay-command').then((m) => ({ run: m.payCommand, help: m.PAY_HELP })),
  search: async () => import('./search-command').then((m) => ({ run: m.searchCommand, help: m.SEARCH_HELP })),
  wallet: async () => import('./wallet-command').then((m) => ({ run: m.walletCommand, help: m.WALLET_HELP })),
  budget: async () => import('./budget-command').then((m) => ({ run: m.budgetCommand, help: m.BUDGET_HELP })),
  mcp: async () => import('./mcp/mcp-command').then((m) => ({ run: m.mcpCommand, help: m.MCP_HELP })),
  bridge: async () => import('./mcp/bridge').then((m) => ({ run: m.bridgeCommand, help: m.BRIDGE_HELP })),
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
    if (argv.some((word) => word === '--help' || word === '-h')) {
      console.log(help)
      return 0
    }
    return await run(argv, env)
  } catch (error) {
    const { exitCode, message } = explain(error)
    console.error(message)
    if (argv.includes('--json')) printFailure(exitCode, String(message))
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
