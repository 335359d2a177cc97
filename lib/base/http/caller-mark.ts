import { randomBytes } from 'node:crypto'
import { oncePerProcess } from '@/lib/base/infra/once-per-process'
import { UNKNOWN_CALLER } from './resolve-caller'

/** Carries the caller's address from the server's edge to the handler, inside this process. */
export const CALLER_HEADER = 'x-turnpike-caller'

/** Set at the server's edge only on requests that a proxy passed on. */
export const FORWARDED_HEADER = 'x-turnpike-forwarded'

const seal = oncePerProcess('caller seal', () => randomBytes(16).toString('hex'))

/** Builds the value of `CALLER_HEADER` for an address that this process has seen itself. */
export const markCaller = (address: string): string => `${seal} ${address}`

/** The sender's address, as the server's edge saw it: never the caller's own claim. */
export function callerOf(headers: Pick<Headers, 'get'>): string {
  const mark = headers.get(CALLER_HEADER)
  return mark?.startsWith(`${seal} `) ? mark.slice(seal.length + 1) : UNKNOWN_CALLER
}

/** True if any proxy, ours or not, passed the request on, so that its connection does not show its sender. */
export const isForwarded = (headers: Pick<Headers, 'get'>): boolean => headers.get(FORWARDED_HEADER) !== null
