import { getOwnPage } from '@/lib/base/http/own-server'
import { CHALLENGE_HEADER_NAME } from '@/lib/base/x402/audience'

const PAGE_TIMEOUT_MS = 5_000
const passedHeaders = [
  'cookie',
  'accept-language',
  'content-security-policy',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
]

export const pickHeaders = (headers: Headers, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, headers.get(name)] as const).filter(isGiven))

const isGiven = (header: readonly [string, string | null]): header is [string, string] => header[1] !== null

/**
 * A page of ours for an answer under another address, with the headers that it needs there; null for a request that
 * wants no page, and where the page fails. `mark` proves to the page that this server asks, which no outsider can.
 */
export async function getInnerPage(
  request: Request,
  path: string,
  mark: string,
): Promise<{ body: string; headers: [string, string][] } | null> {
  const isWanted = request.method === 'GET' && (request.headers.get('accept') ?? '').includes('text/html')
  const policy = request.headers.get('content-security-policy')
  if (!isWanted || policy === null) return null
  // With that header the page takes the policy that this answer carries, and so its scripts' nonce.
  const headers = {
    host: new URL(request.url).host,
    accept: 'text/html',
    [CHALLENGE_HEADER_NAME]: mark,
    ...pickHeaders(request.headers, passedHeaders),
  }
  const page = await getOwnPage(path, { headers, timeoutMs: PAGE_TIMEOUT_MS }).catch(() => null)
  if (page?.status !== 200) return null
  return {
    body: page.body,
    headers: [
      ['content-type', 'text/html; charset=utf-8'],
      ['content-security-policy', policy],
    ],
  }
}
