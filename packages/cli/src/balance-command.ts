import { parseArgs } from 'node:util'
import { assetOf } from '@/lib/base/chains/assets'
import { formatAtomic } from '@/lib/base/x402/money'
import { familyOf, knownNetworks } from '@/lib/base/x402/networks'
import { chainUrls, localNodes } from '@/lib/client/chain-urls'
import { readBalance } from '@/lib/client/read-balance'
import { CliError } from './cli-error'
import { keysIn } from './find-wallet'
import { homeOf } from './home'
import { type Addresses, addressesOf, readWalletFile } from './wallet-file'

export const BALANCE_HELP = `What the wallet holds of the asset that prices are paid in, on each network.

  turnpike balance [--local] [--json]

  --local   only test networks of this machine, as the demo starts them; without it they are shown where they run
`

export type Balance = {
  network: string
  name: string
  address: string
  symbol: string
  /** In whole units, such as "12.5"; null where the node did not answer. */
  amount: string | null
  /** The node is this machine's own. */
  isHere: boolean
}

/** `turnpike balance`: asks each network's node. Needs no password. */
export async function balanceCommand(argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { values } = parseArgs({
    args: argv,
    options: { local: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
  })
  const addresses = await findAddresses(env)
  const there = values.local ? [] : await readBalances(addresses, env, false)
  const own = await readBalances(addresses, env, true)
  const balances = values.local ? own : [...there, ...own.filter(({ isHere, amount }) => isHere && amount !== null)]
  if (values.json) console.log(JSON.stringify(balances))
  else for (const one of balances) console.log(lineOf(one))
  return balances.every(({ amount }) => amount === null) ? 5 : 0
}

/** Whose wallet it is: the keys of the environment, else the wallet file, which need not be opened for that. */
export async function findAddresses(env: NodeJS.ProcessEnv): Promise<Partial<Addresses>> {
  const given = keysIn(env)
  if (Object.keys(given).length > 0) return addressesOf(given)
  const file = await readWalletFile(homeOf(env).wallet)
  if (file === null) throw new CliError('There is no wallet yet: make one with "turnpike wallet new".', 2)
  return file.addresses
}

/** Balances of the addresses on each network that has a known asset and a node to ask. */
export async function readBalances(
  addresses: Partial<Addresses>,
  env: NodeJS.ProcessEnv,
  isLocal: boolean,
): Promise<Balance[]> {
  const urls = chainUrls(env, isLocal)
  return Promise.all(
    knownNetworks.flatMap(({ id, name, family }) => {
      const [address, asset, rpcUrl] = [addresses[family], assetOf(id), urls[id]]
      if (!address || !asset || !rpcUrl || familyOf(id) === null) return []
      const one = { network: id, name, address, symbol: asset.symbol, isHere: rpcUrl === localNodes[id] }
      return [
        readBalance(id, address, rpcUrl).then(
          (atomic) => ({ ...one, amount: formatAtomic(atomic, asset.decimals) }),
          () => ({ ...one, amount: null }),
        ),
      ]
    }),
  )
}

const lineOf = ({ name, amount, symbol, address, isHere }: Balance): string =>
  `${`${name}${isHere ? ', this machine' : ''}`.padEnd(32)} ${(amount === null ? 'not known: its node does not answer' : `${amount} ${symbol}`).padEnd(36)} ${address}`
