import type { Address } from '@solana/kit'
import {
  getMintDecoder,
  getMintSize,
  getTokenDecoder,
  getTokenSize,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import type { TokenBalance } from './journal-entry'
import type { Account, Ledger } from './ledger'

export type TokenAmount = TokenBalance['uiTokenAmount']

/** An amount as the RPC writes it: exact digits, and a rounded number for display. */
export function tokenAmount(amountAtomic: bigint, decimals: number): TokenAmount {
  const digits = amountAtomic.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = decimals === 0 ? '' : digits.slice(-decimals).replace(/0+$/, '')
  const uiAmountString = fraction === '' ? whole : `${whole}.${fraction}`
  return { amount: amountAtomic.toString(), decimals, uiAmount: Number(uiAmountString), uiAmountString }
}

/** Reads an account as an SPL token account; null when it is something else. */
export function parseTokenAccount(account: Account | null) {
  if (account === null || account.owner !== TOKEN_PROGRAM_ADDRESS || account.data.length !== getTokenSize()) return null
  return getTokenDecoder().decode(account.data)
}

/** Reads an account as an SPL mint; null when it is something else. */
export function parseMint(account: Account | null) {
  if (account === null || account.owner !== TOKEN_PROGRAM_ADDRESS || account.data.length !== getMintSize()) return null
  return getMintDecoder().decode(account.data)
}

/** The balance of each token account among `addresses`, in the form of a transaction's meta data. */
export function tokenBalancesOf(ledger: Pick<Ledger, 'find'>, addresses: Address[]): TokenBalance[] {
  return addresses.flatMap((each, accountIndex) => {
    const token = parseTokenAccount(ledger.find(each))
    if (token === null) return []
    const { mint, owner, amount } = token
    const decimals = parseMint(ledger.find(mint))?.decimals ?? 0
    const uiTokenAmount = tokenAmount(amount, decimals)
    return [{ accountIndex, mint, owner, programId: TOKEN_PROGRAM_ADDRESS as string, uiTokenAmount }]
  })
}
