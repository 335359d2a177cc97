import { parseArgs } from 'node:util'
import { assetOf } from '@/lib/base/chains/assets'
import { formatAtomic } from '@/lib/base/x402/money'
import { knownNetworks } from '@/lib/base/x402/networks'
import { chainUrls } from '@/lib/client/chain-urls'
import { readBalance } from '@/lib/client/read-balance'
import { CliError, usageError } from './cli-error'
import { keysIn, readPassword } from './find-wallet'
import {
  type Addresses,
  addressesOf,
  createWalletFile,
  homeOf,
  newWalletKeys,
  openWalletFile,
  readWalletFile,
  withGivenKeys,
} from './wallet-file'

export const WALLET_HELP = `The wallet on this machine: one key for EVM networks, one for Solana, one for Algorand.

  turnpike wallet                       its addresses, and what they hold on each network
  turnpike wallet --local               the same on the demo's networks of this machine
  turnpike wallet new                   makes one, with a password that you choose
  turnpike wallet new --no-password     makes one that opens without a password, for agents and servers; keep little in it
  turnpike wallet import                keeps the keys in EVM_PRIVATE_KEY, SVM_PRIVATE_KEY and AVM_PRIVATE_KEY
  turnpike wallet export --yes          prints the keys: anyone who sees them has the money

Passwords come from TURNPIKE_PASSWORD, the file that TURNPIKE_PASSWORD_FILE names, or the terminal.
`

/** `turnpike wallet`: makes, shows and hands out the keys of this machine. */
export async function walletCommand(argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    options: {
      'no-password': { type: 'boolean' },
      yes: { type: 'boolean' },
      local: { type: 'boolean' },
      json: { type: 'boolean' },
    },
    allowPositionals: true,
  })
  const { wallet: file } = homeOf(env)
  const show = (addresses: Addresses) =>
    console.log(values.json ? JSON.stringify(addresses) : linesOf(addresses).join('\n'))
  const [action, ...more] = positionals
  if (more.length > 0) throw usageError(WALLET_HELP)
  switch (action) {
    case undefined:
      return showBalances(
        await readBalances(await findAddresses(env), env, values.local === true),
        values.json === true,
      )
    case 'new':
    case 'import': {
      if ((await readWalletFile(file)) !== null) {
        throw new CliError(`There is a wallet in ${file}. It is not overwritten: move it away first.`, 1)
      }
      const keys = action === 'new' ? newWalletKeys() : await withGivenKeys(keysIn(env))
      show(await createWalletFile(file, keys, values['no-password'] ? '' : await choosePassword(env)))
      console.error(`The keys are in ${file}. Keep a copy: without it and its password the money is lost.`)
      return 0
    }
    case 'export': {
      if (!values.yes) throw usageError('This prints the keys: anyone who sees them has the money. Add --yes.')
      const kept = await existing(file)
      const keys = await openWalletFile(kept, kept.isLocked ? await readPassword(env, 'Password of the wallet: ') : '')
      console.log(`EVM_PRIVATE_KEY=${keys.evmKey}\nSVM_PRIVATE_KEY=${keys.svmKey}\nAVM_PRIVATE_KEY=${keys.avmKey}`)
      return 0
    }
    default:
      throw usageError(`There is no "turnpike wallet ${action}".\n\n${WALLET_HELP}`)
  }
}

function showBalances(balances: Balance[], isJson: boolean): number {
  const lines = balances.map(
    ({ name, amount, symbol, address }) =>
      `${name.padEnd(20)} ${(amount === null ? 'not known: its node does not answer' : `${amount} ${symbol}`).padEnd(36)} ${address}`,
  )
  console.log(isJson ? JSON.stringify(balances) : lines.join('\n'))
  return 0
}

type Balance = {
  network: string
  name: string
  address: string
  symbol: string
  /** In whole units, such as "12.5"; null where the node did not answer. */
  amount: string | null
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

async function existing(file: string) {
  const kept = await readWalletFile(file)
  if (kept === null) throw new CliError('There is no wallet yet: make one with "turnpike wallet new".', 2)
  return kept
}

const LEAST_PASSWORD = 8

const NO_TERMINAL =
  'A new wallet needs a password, and no terminal is here to ask for one: set TURNPIKE_PASSWORD or TURNPIKE_PASSWORD_FILE. --no-password makes a wallet without one.'

async function choosePassword(env: NodeJS.ProcessEnv): Promise<string> {
  const password = await readPassword(env, 'A password for the new wallet: ', NO_TERMINAL)
  if (password.length < LEAST_PASSWORD) {
    throw new CliError(
      `A password has at least ${LEAST_PASSWORD} characters; --no-password makes a wallet without one.`,
      1,
    )
  }
  const isTyped = !env.TURNPIKE_PASSWORD && !env.TURNPIKE_PASSWORD_FILE
  if (isTyped && (await readPassword(env, 'Once more: ')) !== password)
    throw new CliError('The two are not the same.', 1)
  return password
}

const linesOf = ({ evm, svm, avm }: Addresses): string[] => [
  `EVM        ${evm}`,
  `Solana     ${svm}`,
  `Algorand   ${avm}`,
]
