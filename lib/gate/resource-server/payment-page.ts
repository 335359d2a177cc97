import { getOwnPage } from '@/lib/base/http/own-server'
import { mayShowForCookie } from '@/lib/base/http/request-headers'
import { CHALLENGE_HEADER_NAME } from '@/lib/base/x402/audience'
import type { Gate } from './gate'
import { givesRight } from './open-request'
import type { OpenedRequest } from './opened-request'

const PAGE_TIMEOUT_MS = 5_000
const passedHeaders = ['cookie', 'accept-language', 'content-security-policy']

/**
 * The 402 page of a paid URL: Next.js renders `/checkout` with the challenge in a header, inside this process, and the
 * page is sent under the paid URL. Without the page (null) the JSON answer is sent, which says the same.
 */
export async function renderPaymentPage(
  { publicOrigin, log }: Gate,
  { request, route }: OpenedRequest,
  challenge: string,
): Promise<string | null> {
  const { isUnchanging, passSeconds } = route.config
  const seconds = passSeconds ?? route.signIn?.entitlementSeconds
  try {
    const lasting = new URLSearchParams({
      ...(isUnchanging && { unchanging: '1' }),
      ...(!givesRight(route) && { once: '1' }),
      ...(seconds !== undefined && { seconds: String(seconds) }),
    })
    const { host } = new URL(publicOrigin)
    const headers = { host, accept: 'text/html', [CHALLENGE_HEADER_NAME]: challenge, ...passOn(request, publicOrigin) }
    const page = await getOwnPage(`/checkout?${lasting}`, { headers, timeoutMs: PAGE_TIMEOUT_MS })
    if (page === null) return null
    if (page.status !== 200) throw new Error(`The checkout page answered ${page.status}.`)
    return page.body
  } catch (error) {
    log.warn({ err: error }, 'The payment page could not be shown')
    return null
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
