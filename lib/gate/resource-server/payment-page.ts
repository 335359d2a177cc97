import { getOwnPage } from '@/lib/base/http/own-server'
import { mayShowForCookie } from '@/lib/base/http/request-headers'
import type { Logger } from '@/lib/base/infra/logger'
import { CHALLENGE_HEADER_NAME } from '@/lib/base/x402/audience'
import type { PaymentPagePort } from './ports'

const PAGE_TIMEOUT_MS = 5_000
const passedHeaders = ['cookie', 'accept-language', 'content-security-policy']

/**
 * The 402 page of a paid URL: Next.js renders `/checkout` with the challenge in a header, inside this process, and the
 * page is sent under the paid URL. Without the page the JSON answer is sent, which says the same.
 */
export function createPaymentPage({ publicOrigin, log }: { publicOrigin: string; log: Logger }): PaymentPagePort {
  const { host } = new URL(publicOrigin)
  return {
    async render(request, header, { isUnchanging = false, isOnce = false, entitlementSeconds }) {
      try {
        const lasting = new URLSearchParams({
          ...(isUnchanging && { unchanging: '1' }),
          ...(isOnce && { once: '1' }),
          ...(entitlementSeconds !== undefined && { seconds: String(entitlementSeconds) }),
        })
        const headers = { host, accept: 'text/html', [CHALLENGE_HEADER_NAME]: header, ...passOn(request, publicOrigin) }
        const page = await getOwnPage(`/checkout?${lasting}`, { headers, timeoutMs: PAGE_TIMEOUT_MS })
        if (page === null) return null
        if (page.status !== 200) throw new Error(`The checkout page answered ${page.status}.`)
        return { headers: { 'Content-Type': 'text/html; charset=utf-8' }, body: page.body }
      } catch (error) {
        log.warn({ err: error }, 'The payment page could not be shown')
        return null
      }
    },
  }
}

/** Reader, theme and language, and the script policy of the answer that the page becomes part of. */
function passOn(request: Request, publicOrigin: string): Record<string, string> {
  const passed = passedHeaders.flatMap((name): [string, string][] => {
    const value = request.headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  const site = mayShowForCookie(request.headers, publicOrigin) ? 'same-origin' : 'cross-site'
  return { ...Object.fromEntries(passed), 'sec-fetch-site': site }
}
