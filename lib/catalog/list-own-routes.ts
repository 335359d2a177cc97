import type { Catalog } from './create-catalog'
import type { Logger } from '@/lib/infra/logger'
import { parseHeader } from '@/lib/x402/header-codec'
import { headerNames } from '@/lib/x402/protocol-headers'
import type { PaymentRequired } from '@/lib/x402/wire'

export type OwnAddress = { method: 'GET' | 'POST'; path: string }

const startTries = 60
const pauseMs = 500
const askTimeoutMs = 10_000

/**
 * Lists the routes of this site's code as their own 402 describes them, asked from this very server, so that nothing
 * is listed that a buyer would not get. Waits for the server, whose worker starts before it listens.
 */
export async function listOwnRoutes(
  {
    addresses,
    internalOrigin,
    catalog,
    log,
  }: {
    addresses: readonly OwnAddress[]
    internalOrigin: string | null
    catalog: Pick<Catalog, 'indexOwnRoute'>
    log: Pick<Logger, 'warn'>
  },
  signal: AbortSignal,
): Promise<void> {
  if (internalOrigin === null) return
  for (const address of addresses) {
    const challenge = await askPatiently(internalOrigin, address, signal)
    if (signal.aborted) return
    if (challenge === null) {
      log.warn(address, 'A route of ours did not ask for payment and was not listed')
      continue
    }
    const outcome = await catalog.indexOwnRoute({ url: challenge.resource.url, method: address.method, challenge })
    if (outcome.status === 'rejected') log.warn({ ...address, ...outcome }, 'A route of ours was not listed')
  }
}

async function askPatiently(origin: string, address: OwnAddress, signal: AbortSignal): Promise<PaymentRequired | null> {
  for (let tried = 0; tried < startTries && !signal.aborted; tried += 1) {
    const answer = await ask(origin, address)
    if (answer !== 'not listening') return answer
    await new Promise((resolve) => setTimeout(resolve, pauseMs).unref())
  }
  return null
}

async function ask(origin: string, { method, path }: OwnAddress): Promise<PaymentRequired | 'not listening' | null> {
  try {
    const response = await fetch(origin + path, { method, signal: AbortSignal.timeout(askTimeoutMs) })
    await response.body?.cancel()
    const parsed = parseHeader(response.headers.get(headerNames.paymentRequired) ?? '')
    if (response.status !== 402 || !parsed.ok) return null
    // The gate writes this header from this type alone.
    return parsed.value as PaymentRequired
  } catch {
    return 'not listening'
  }
}
