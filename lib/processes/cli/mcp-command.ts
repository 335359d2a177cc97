import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { createPayer } from '@/lib/client/create-payer'
import type { PayerWallet } from '@/lib/client/wallet'
import { chainUrls, isOnThisMachine } from '../chain-urls'
import { createKeyRedactor } from '../spending/redact-keys'
import { findAddresses, readBalances } from './balance-command'
import { usageError } from './cli-error'
import { createAgentServer } from './create-agent-server'
import { findWallet } from './find-wallet'
import { homeOf } from './home'
import { INSTALL_HELP, installCommand } from './install-command'
import { readLimits } from './limits-file'
import { openGuard } from './open-guard'
import { createOutwardFetch } from './outward-fetch'
import { packageVersion } from './package-version'
import { bazaarOf } from './search-command'

const MCP_HELP = `Lets an agent buy: an MCP server over stdio with the wallet and the limits of this machine.

  turnpike mcp                    speaks MCP on stdin and stdout
  turnpike mcp install CLIENT     writes it into the settings of an MCP client

Tools: search, read-price, buy, read-wallet, get-deposit-back. TURNPIKE_BAZAAR names where "search" looks.
`

/** The help of it, or of what it is asked to do. */
export const mcpHelp = ([action]: string[]): string => (action === 'install' ? INSTALL_HELP : MCP_HELP)

/** `turnpike mcp`: stdout belongs to the protocol, all words for people go to stderr. */
export async function mcpCommand(argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const [action, ...rest] = argv
  if (action === 'install') return installCommand(rest, env)
  if (action !== undefined) throw usageError(`There is no "turnpike mcp ${action}".\n\n${MCP_HELP}`)
  console.log = console.error
  console.info = console.error
  console.debug = console.error
  const home = homeOf(env)
  const limits = await readLimits(home.limits)
  const keys = await findWallet(env)
  const bazaar = bazaarOf(env)
  const redact = createKeyRedactor(Object.values(keys))
  const channels = limits.deposit === null ? undefined : { maxDepositDollars: limits.deposit }
  const open = async (isLocal: boolean) =>
    (await createPayer({ ...keys, rpcUrls: chainUrls(env, isLocal), channels })).wallets
  const [local, remote]: [PayerWallet[], PayerWallet[]] = [await open(true), await open(false)]
  const isNamed = (url: URL) =>
    url.host === bazaar.host || [url.host, url.hostname].some((host) => limits.hosts?.includes(host))
  const server = createAgentServer(
    packageVersion,
    {
      limits,
      bazaar,
      wallets: (url) => (isOnThisMachine(url) ? local : remote),
      openGuard: (confirm) => openGuard(env, limits, Object.values(keys), confirm),
      fetch: createOutwardFetch(isNamed),
      readBalances: async () => readBalances(await findAddresses(env), env, isOnThisMachine(bazaar)),
    },
    redact,
  )
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve
  })
  await server.connect(new StdioServerTransport())
  console.error(
    `Turnpike buys from ${local.map(({ address }) => address).join(', ')}; "turnpike limits" shows what it may spend.`,
  )
  process.stdin.once('end', () => void server.close())
  await closed
  return 0
}
