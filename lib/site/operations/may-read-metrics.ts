import { createHash, timingSafeEqual } from 'node:crypto'
import { bearerOf } from '@/lib/base/http/bearer'
import { callerOf, isForwarded } from '@/lib/base/http/caller-mark'
import { isPrivateAddress } from '@/lib/base/infra/public-address'

/**
 * With a token, callers who send it. Without one, callers of this machine and of private networks whose request no
 * proxy passed on, since a proxy speaks for the public.
 */
export function mayReadMetrics(request: Request, token: string | undefined): boolean {
  if (token === undefined) return !isForwarded(request.headers) && isPrivateAddress(callerOf(request.headers))
  const given = bearerOf(request)
  return given !== null && timingSafeEqual(digest(given), digest(token))
}

/** Digests have one length, so that comparing takes the same time for every guess. */
const digest = (text: string) => createHash('sha256').update(text).digest()
