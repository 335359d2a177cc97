import type { PayerOptions } from '@/lib/client/create-payer'
import { CliError } from './cli-error'
import { homeOf } from './home'
import { readPassword } from './read-password'
import { openWalletFile, readWalletFile } from './wallet-file'

export type WalletKeys = Pick<PayerOptions, 'evmKey' | 'svmKey' | 'avmKey'>

/** The keys to pay with: those of the environment, else those of the wallet on this machine. */
export async function findWallet(env: NodeJS.ProcessEnv): Promise<WalletKeys> {
  const given = keysIn(env)
  if (Object.keys(given).length > 0) return given
  const file = await readWalletFile(homeOf(env).wallet)
  if (file === null) {
    throw new CliError(
      'There is no wallet yet: make one with "turnpike wallet new", or set EVM_PRIVATE_KEY, SVM_PRIVATE_KEY or AVM_PRIVATE_KEY.',
      2,
    )
  }
  return openWalletFile(file, file.isLocked ? await readPassword(env, 'Password of the wallet: ') : '')
}

/** The keys that the environment names. An empty variable means the same as none. */
export function keysIn(env: NodeJS.ProcessEnv): Partial<Record<'evmKey' | 'svmKey' | 'avmKey', string>> {
  const named = {
    evmKey: env.EVM_PRIVATE_KEY?.trim(),
    svmKey: env.SVM_PRIVATE_KEY?.trim(),
    avmKey: env.AVM_PRIVATE_KEY?.trim(),
  }
  return Object.fromEntries(Object.entries(named).filter(([, key]) => key))
}
