import { randomBytes } from 'node:crypto'
import { UNKNOWN_CALLER } from './resolve-caller'

/** Carries the caller's address from the server's edge to the handler, inside this process. */
export const CALLER_HEADER = 'x-turnpike-caller'

/** Set at the server's edge on what a proxy passed on, and on nothing else. */
export const FORWARDED_HEADER = 'x-turnpike-forwarded'

const shared = globalThis as typeof globalThis & { turnpikeCallerSeal?: string }

/** Known to this process alone. Next.js loads this module several times; they all get the same. */
const seal = (): string => (shared.turnpikeCallerSeal ??= randomBytes(16).toString('hex'))

/** The value of `callerHeader` for an address that this process has seen itself. */
export const markCaller = (address: string): string => `${seal()} ${address}`

/** Who sent a request, as the server's edge saw it: never what the caller says. */
export function callerOf(headers: Pick<Headers, 'get'>): string {
  const mark = headers.get(CALLER_HEADER)
  return mark?.startsWith(`${seal()} `) ? mark.slice(seal().length + 1) : UNKNOWN_CALLER
}

/** Whether a proxy passed a request on, ours or not, so that its connection says nothing of its sender. */
export const isForwarded = (headers: Pick<Headers, 'get'>): boolean => headers.get(FORWARDED_HEADER) !== null
