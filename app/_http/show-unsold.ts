import { getOwnPage } from '@/lib/http/own-server'
import { CHALLENGE_HEADER_NAME } from '@/lib/x402/payment-page'

const PAGE_TIMEOUT_MS = 5_000
const shownCodes = ['not_found', 'route_paused', 'route_suspended', 'route_closed']
const passedHeaders = [
  'cookie',
  'accept-language',
  'content-security-policy',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
]

/**
 * A page in place of a problem of a shop's address, for browsers that asked for one; programs keep the problem. Status
 * and headers stay.
 */
export async function showUnsold(request: Request, answer: Response): Promise<Response> {
  const isWanted = request.method === 'GET' && (request.headers.get('accept') ?? '').includes('text/html')
  const policy = request.headers.get('content-security-policy')
  if (!isWanted || policy === null || !isProblem(answer)) return answer
  const { code } = (await answer.clone().json()) as { code?: unknown } // Our own problem; its code is looked up next.
  if (typeof code !== 'string' || !shownCodes.includes(code)) return answer
  const shop = new URL(request.url).pathname.split('/')[2] ?? ''
  const query = new URLSearchParams({ code, ...(code === 'not_found' ? {} : { shop }) })
  const passed = passedHeaders.flatMap((name): [string, string][] => {
    const value = request.headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  // With that header the page takes the policy that this answer carries, and so its scripts' nonce.
  const headers = {
    host: new URL(request.url).host,
    accept: 'text/html',
    [CHALLENGE_HEADER_NAME]: '',
    ...Object.fromEntries(passed),
  }
  const page = await getOwnPage(`/unsold?${query}`, { headers, timeoutMs: PAGE_TIMEOUT_MS }).catch(() => null)
  if (page?.status !== 200) return answer
  const kept = new Headers(answer.headers)
  kept.delete('content-length')
  kept.set('content-type', 'text/html; charset=utf-8')
  kept.set('content-security-policy', policy)
  return new Response(page.body, { status: answer.status, headers: kept })
}

const isProblem = ({ headers }: Response) => (headers.get('content-type') ?? '').startsWith('application/problem+json')
