import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { VERSION } from '@/lib/base/infra/version'
import { chainUrls, isOnThisMachine } from '@/lib/client/chain-urls'
import { createPayer } from '@/lib/client/create-payer'
import type { PayerWallet } from '@/lib/client/wallet'
import { findAddresses, readBalances } from './balance-command'
import { usageError } from './cli-error'
import { createAgentServer } from './create-agent-server'
import { findWallet, type WalletKeys } from './find-wallet'
import { adviseFirst, hasPaidBefore } from './heed-bazaar'
import { homeOf } from './home'
import { INSTALL_HELP, installCommand } from './install-command'
import { type Limits, readLimits } from './limits-file'
import { openGuard } from './open-guard'
import { createOutwardFetch } from './outward-fetch'
import { bazaarOf, namedBazaar } from './search-command'
import { createKeyRedactor } from './spending/redact-keys'

const MCP_HELP = `Lets an agent buy: an MCP server over stdio with the wallet and the limits of this machine.

  turnpike mcp                    speaks MCP on stdin and stdout
  turnpike mcp install CLIENT     writes it into the settings of an MCP client

Tools: search, read-price, buy, read-wallet, get-deposit-back. TURNPIKE_BAZAAR names the bazaar where "search" looks, and
which is asked before a first payment to a host: what it says not to pay is not paid.
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
  const keys = await findWallet(env)
  const [bazaar, named] = [bazaarOf(env), namedBazaar(env)]
  const redact = createKeyRedactor(Object.values(keys))
  const walletsFor = openWallets(env, keys)
  const isNamed = (url: URL, { hosts }: Limits) =>
    url.host === bazaar.host || [url.host, url.hostname].some((host) => hosts?.includes(host))
  const server = createAgentServer(
    VERSION,
    {
      readLimits: () => readLimits(home.limits),
      advise: named && adviseFirst(named, hasPaidBefore(home.payments)),
      openParts: (limits, confirm) => ({
        limits,
        bazaar,
        wallets: (url) => walletsFor(isOnThisMachine(url), limits.deposit),
        guard: openGuard(env, limits, Object.values(keys), confirm),
        fetch: createOutwardFetch((url) => isNamed(url, limits)),
        readBalances: async () => readBalances(await findAddresses(env), env, isOnThisMachine(bazaar)),
      }),
    },
    redact,
  )
  const wallets = await walletsFor(true, null)
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve
  })
  await server.connect(new StdioServerTransport())
  console.error(
    `Turnpike buys from ${wallets.map(({ address }) => address).join(', ')}; "turnpike limits" shows what it may spend.`,
  )
  process.stdin.once('end', () => void server.close())
  await closed
  return 0
}

/** Opens the wallets for a place and a deposit once: they remember what lies in their channels. */
function openWallets(env: NodeJS.ProcessEnv, keys: WalletKeys) {
  const opened = new Map<string, Promise<PayerWallet[]>>()
  return (isLocal: boolean, deposit: string | null): Promise<PayerWallet[]> => {
    const name = `${isLocal} ${deposit}`
    const channels = deposit === null ? undefined : { maxDepositDollars: deposit }
    const wallets =
      opened.get(name) ??
      createPayer({ ...keys, rpcUrls: chainUrls(env, isLocal), channels }).then((payer) => payer.wallets)
    opened.set(name, wallets)
    return wallets
  }
}
