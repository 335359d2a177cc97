import { parseArgs } from 'node:util'
import { assetOf } from '@/lib/base/chains/assets'
import { formatAtomic } from '@/lib/base/x402/money'
import { knownNetworks } from '@/lib/base/x402/networks'
import { chainUrls } from '@/lib/client/chain-urls'
import { readBalance } from '@/lib/client/read-balance'
import { usageError } from './cli-error'
import { type Addresses, addressesOf, createWallet, findWallet, homeOf } from './wallet-file'

export const WALLET_HELP = `The wallet on this machine: one key for EVM networks, one for Solana, one for Algorand.

  turnpike wallet [--json]           its addresses, and what they hold on each network
  turnpike wallet --local [--json]   the same on the demo's networks of this machine
  turnpike wallet new [--json]       makes one, in a file that only you may read; keep little in it
`

/** `turnpike wallet`: makes and shows the wallet of this machine. */
export async function walletCommand(argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    options: { local: { type: 'boolean' }, json: { type: 'boolean' } },
    allowPositionals: true,
  })
  if (positionals.length === 0) {
    const balances = await readBalances(await addressesOf(await findWallet(env)), env, values.local === true)
    console.log(values.json ? JSON.stringify(balances) : balances.map(lineOf).join('\n'))
    return 0
  }
  if (positionals.join(' ') !== 'new') {
    throw usageError(`There is no "turnpike wallet ${positionals.join(' ')}".\n\n${WALLET_HELP}`)
  }
  const { wallet: file } = homeOf(env)
  const { evm, svm, avm } = await addressesOf(await createWallet(file))
  console.log(
    values.json ? JSON.stringify({ evm, svm, avm }) : `EVM        ${evm}\nSolana     ${svm}\nAlgorand   ${avm}`,
  )
  console.error(`The keys are in ${file}. Anyone who reads it has the money; without a copy of it the money is lost.`)
  return 0
}

const lineOf = ({ name, amount, symbol, address }: Balance): string =>
  `${name.padEnd(20)} ${(amount === null ? 'not known: its node does not answer' : `${amount} ${symbol}`).padEnd(36)} ${address}`

type Balance = {
  network: string
  name: string
  address: string
  symbol: string
  /** In whole units, such as "12.5"; null where the node did not answer. */
  amount: string | null
}

/** Balances of the addresses on each network that has a known asset and a node to ask. */
export async function readBalances(addresses: Addresses, env: NodeJS.ProcessEnv, isLocal: boolean): Promise<Balance[]> {
  const urls = chainUrls(env, isLocal)
  return Promise.all(
    knownNetworks.flatMap(({ id, name, family }) => {
      const [address, asset, rpcUrl] = [addresses[family], assetOf(id), urls[id]]
      if (!address || !asset || !rpcUrl) return []
      const one = { network: id, name, address, symbol: asset.symbol }
      return [
        readBalance(id, address, rpcUrl).then(
          (atomic) => ({ ...one, amount: formatAtomic(atomic, asset.decimals) }),
          () => ({ ...one, amount: null }),
        ),
      ]
    }),
  )
}
