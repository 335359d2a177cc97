import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { PayerOptions } from '@/lib/client/create-payer'
import { CliError } from './cli-error'
import { homeOf, openWalletFile, readWalletFile } from './wallet-file'

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

/**
 * The wallet's password: `TURNPIKE_PASSWORD`, the first line of the file that `TURNPIKE_PASSWORD_FILE` names, or asked for
 * without showing it. Fails with `untold` where nobody can be asked.
 */
export async function readPassword(
  env: NodeJS.ProcessEnv,
  question: string,
  untold = 'The wallet has a password: set TURNPIKE_PASSWORD or TURNPIKE_PASSWORD_FILE.',
): Promise<string> {
  if (env.TURNPIKE_PASSWORD) return env.TURNPIKE_PASSWORD
  const file = env.TURNPIKE_PASSWORD_FILE?.trim()
  if (file) return (await readFile(file, 'utf8').catch(() => refuse(file))).split(/\r?\n/)[0] ?? ''
  if (!process.stdin.isTTY) throw new CliError(untold, 1)
  return ask(question)
}

function refuse(file: string): never {
  throw new CliError(`TURNPIKE_PASSWORD_FILE names ${file}, which cannot be read.`, 1)
}

function ask(question: string): Promise<string> {
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  return new Promise((resolve, reject) => {
    lines.once('line', (line) => {
      process.stderr.write('\n')
      resolve(line)
      lines.close()
    })
    lines.once('SIGINT', () => {
      lines.close()
      reject(new CliError('Stopped.', 130))
    })
  })
}
