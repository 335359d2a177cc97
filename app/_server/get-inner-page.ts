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

type InnerPage = { body: string; policy: string }

/**
 * A page of ours for an answer under another address, with the policy that its scripts need there; null for a request that
 * wants no page, and where the page fails. `mark` proves to the page that this server asks, which no outsider can.
 */
export async function getInnerPage(request: Request, path: string, mark: string): Promise<InnerPage | null> {
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
  return { body: page.body, policy }
}

const headersOfBody = ['content-length', 'content-disposition', 'repr-digest', 'etag', 'accept-ranges']

/** The answer with a page in place of its body. Its status stays, and headers that do not tell of the body. */
export function withPage(answer: Response, { body, policy }: InnerPage): Response {
  const headers = new Headers(answer.headers)
  for (const name of headersOfBody) headers.delete(name)
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('content-security-policy', policy)
  return new Response(body, { status: answer.status, headers })
}
