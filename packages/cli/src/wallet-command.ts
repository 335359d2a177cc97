import { parseArgs } from 'node:util'
import { CliError, usageError } from './cli-error'
import { keysIn } from './find-wallet'
import { homeOf } from './home'
import { readPassword } from './read-password'
import {
  type Addresses,
  createWalletFile,
  newWalletKeys,
  openWalletFile,
  readWalletFile,
  withGivenKeys,
} from './wallet-file'

export const WALLET_HELP = `The wallet on this machine: one key for EVM networks, one for Solana, one for Algorand.

  turnpike wallet                       its addresses
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
    options: { 'no-password': { type: 'boolean' }, yes: { type: 'boolean' }, json: { type: 'boolean' } },
    allowPositionals: true,
  })
  const { wallet: file } = homeOf(env)
  const show = (addresses: Addresses) =>
    console.log(values.json ? JSON.stringify(addresses) : linesOf(addresses).join('\n'))
  const [action, ...more] = positionals
  if (more.length > 0) throw usageError(WALLET_HELP)
  switch (action) {
    case undefined:
      show((await existing(file)).addresses)
      return 0
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
