import { parseArgs } from 'node:util'
import { assetOf } from '@/lib/base/chains/assets'
import { formatAtomic } from '@/lib/base/x402/money'
import { familyOf, knownNetworks } from '@/lib/base/x402/networks'
import { chainUrls } from '@/lib/client/chain-urls'
import { readBalance } from '@/lib/client/read-balance'
import { CliError } from './cli-error'
import { keysIn } from './find-wallet'
import { homeOf } from './home'
import { type Addresses, addressesOf, readWalletFile } from './wallet-file'

export const BALANCE_HELP = `What the wallet holds of the asset that prices are paid in, on each network.

  turnpike balance [--local] [--json]

  --local   test networks are this machine's own, as the demo starts them
`

export type Balance = {
  network: string
  name: string
  address: string
  symbol: string
  /** In whole units, such as "12.5"; null where the node did not answer. */
  amount: string | null
}

/** `turnpike balance`: asks each network's node. Needs no password. */
export async function balanceCommand(argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { values } = parseArgs({
    args: argv,
    options: { local: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
  })
  const balances = await readBalances(await findAddresses(env), env, values.local)
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
      return [
        readBalance(id, address, rpcUrl).then(
          (atomic) => ({
            network: id,
            name,
            address,
            symbol: asset.symbol,
            amount: formatAtomic(atomic, asset.decimals),
          }),
          () => ({ network: id, name, address, symbol: asset.symbol, amount: null }),
        ),
      ]
    }),
  )
}

const lineOf = ({ name, amount, symbol, address }: Balance): string =>
  `${name.padEnd(18)} ${(amount === null ? 'not known: its node does not answer' : `${amount} ${symbol}`).padEnd(36)} ${address}`
