import { mayShowForCookie } from '@/lib/http/same-origin'
import type { Logger } from '@/lib/infra/logger'
import type { PaymentPagePort } from './ports'
import { challengeHeaderName } from '@/lib/x402/payment-page'

const pageTimeoutMs = 5_000
const passedHeaders = ['cookie', 'accept-language', 'content-security-policy']

/**
 * The 402 page of a paid URL: asks this very server for `/checkout` with the challenge in a header, and answers it
 * under the paid URL. A page that cannot be had leaves the JSON answer, which says the same.
 */
export function createPaymentPage(parts: {
  internalOrigin: string
  publicOrigin: string
  log: Logger
}): PaymentPagePort {
  const { internalOrigin, publicOrigin, log } = parts
  return {
    async render(request, header) {
      try {
        const page = await fetch(`${internalOrigin}/checkout`, {
          headers: { accept: 'text/html', [challengeHeaderName]: header, ...passOn(request, publicOrigin) },
          signal: AbortSignal.timeout(pageTimeoutMs),
        })
        if (!page.ok) throw new Error(`The checkout page answered ${page.status}.`)
        return { headers: { 'Content-Type': 'text/html; charset=utf-8' }, body: await page.text() }
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
