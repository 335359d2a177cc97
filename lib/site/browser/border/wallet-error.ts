/** Why a wallet did not do what it was asked for. `REFUSED` is any other reason, in the wallet's own words. */
type WalletFault = 'DECLINED' | 'NO_ACCOUNT' | 'REQUEST_OPEN' | 'NO_SIGNATURE' | 'CANNOT_SIGN_MESSAGES' | 'REFUSED'

export class WalletError extends Error {
  override readonly name = 'WalletError'

  constructor(
    readonly fault: WalletFault,
    /** The wallet's own reason on one line; empty where it gave none. */
    readonly said: string,
    /** By EIP-1193, as libraries read it. */
    readonly code: number | null,
    options: { cause?: unknown } = {},
  ) {
    super(said || `The wallet did not answer as asked (${fault}).`, options)
  }
}

/** Reads what a wallet threw: errors, bare objects in the form of JSON-RPC, and plain text. */
export function walletErrorOf(thrown: unknown): WalletError {
  const known = findWalletError(thrown)
  if (known) return known
  return new WalletError(faultOf(thrown), saidBy(thrown), codeOf(thrown), { cause: thrown })
}

/** The wallet's error among the causes of an error; null where no wallet refused. */
export function findWalletError(error: unknown): WalletError | null {
  const causes: unknown[] = []
  let each = error
  while (each !== undefined && each !== null && causes.length < MOST_CAUSES) {
    causes.push(each)
    // The Solana adapter has the wallet's error in a field of its own.
    each = fieldOf(each, 'cause') ?? fieldOf(each, 'error')
  }
  // Libraries put their own words around the wallet's.
  const ours = causes.find((cause) => cause instanceof WalletError)
  if (ours) return ours
  const declined = causes.findLast(isDeclined)
  return declined === undefined ? null : new WalletError('DECLINED', saidBy(declined), DECLINED, { cause: declined })
}

const UNKNOWN_CHAIN = 4902
const MOST_CAUSES = 10
const DECLINED = 4001
const MOST_SAID = 240

/** EIP-1193 has a code for it, WalletConnect others, and some wallets have only words. */
function isDeclined(error: unknown): boolean {
  const code = codeOf(error)
  if (code !== null && [DECLINED, 5000, 5001, 5002].includes(code)) return true
  if (fieldOf(error, 'code') === 'ACTION_REJECTED' || fieldOf(error, 'name') === 'UserRejectedRequestError') return true
  const words =
    /user (has )?(rejected|denied|declined|cancell?ed|closed)|(rejected|denied|declined|cancell?ed) by (the )?user|rejected the request/i
  return words.test(saidBy(error))
}

function faultOf(error: unknown): WalletFault {
  const code = codeOf(error)
  if (code === -32002) return 'REQUEST_OPEN'
  return code === 4100 || fieldOf(error, 'name') === 'WalletAccountError' ? 'NO_ACCOUNT' : 'REFUSED'
}

/** A wallet's code; MetaMask on phones has that of an unknown network inside a general one. */
function codeOf(error: unknown): number | null {
  const inner = fieldOf(fieldOf(fieldOf(error, 'data'), 'originalError'), 'code')
  const code = Number((inner === UNKNOWN_CHAIN ? inner : fieldOf(error, 'code')) ?? Number.NaN)
  return Number.isInteger(code) ? code : null
}

/** The most exact of a wallet's words: wallets put "Internal JSON-RPC error." over the reason itself. */
function saidBy(error: unknown): string {
  if (typeof error === 'string') return onOneLine(error)
  const data = fieldOf(error, 'data')
  const inner = [fieldOf(fieldOf(data, 'originalError'), 'message'), fieldOf(data, 'message')]
  const outer = [fieldOf(error, 'message'), fieldOf(fieldOf(error, 'error'), 'message'), fieldOf(error, 'reason')]
  const said = [...inner, ...outer].find((words) => typeof words === 'string' && words.trim() !== '')
  return typeof said === 'string' ? onOneLine(said) : ''
}

function onOneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > MOST_SAID ? `${line.slice(0, MOST_SAID)}…` : line
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
