import { encodeHeader } from '@/lib/base/x402/header-codec'
import { rawRequest } from '../raw-request'
import { type ServedFetch, serveFetch } from '../serve-fetch'
import { signInHeaders } from '../sign-in-proofs'
import type { Target } from '../targets'
import { createEvmBuyer, type TestBuyer } from '../test-buyer'
import type { TestWorld } from '../test-world'

/** A buyer pays and later signs in, both through a shared cache; then another client asks the cache. */
export async function askBehindCache(world: TestWorld, target: Target) {
  const cache = await startSharedCache(target.origin)
  try {
    const buyer = await createEvmBuyer(world, 1_000_000n)
    const { headers } = await buyer.sign(`${target.origin}/cheap`)
    const paid = await fetch(`${cache.origin}/cheap`, { headers })
    const afterPayment = await fetch(`${cache.origin}/cheap`)
    const proof = await signInHeaders(`${target.origin}/cheap`, buyer.key)
    const signedIn = await fetch(`${cache.origin}/cheap`, { headers: proof })
    const afterSignIn = await fetch(`${cache.origin}/cheap`)
    return {
      paid: paid.status,
      afterPayment: afterPayment.status,
      signedIn: signedIn.status,
      afterSignIn: afterSignIn.status,
    }
  } finally {
    await cache.stop()
  }
}

type CachedAnswer = { request: Headers; vary: string[]; status: number; headers: [string, string][]; body: ArrayBuffer }

/**
 * A shared cache before a site, like a CDN: stores answers that allow shared storage (RFC 9111), and knows payment
 * headers only from `Vary`.
 */
function startSharedCache(target: string): Promise<ServedFetch> {
  const stored = new Map<string, CachedAnswer[]>()
  return serveFetch(async (request) => {
    const { pathname, search } = new URL(request.url)
    const found = stored.get(pathname + search)?.find((entry) => isSelected(entry, request.headers))
    if (found) return new Response(found.body, { status: found.status, headers: found.headers })
    const { headers } = request
    const answer = await fetch(target + pathname + search, { method: request.method, headers: withoutHost(headers) })
    const body = await answer.arrayBuffer()
    const kept = [...answer.headers].filter(([name]) => !['transfer-encoding', 'content-encoding'].includes(name))
    if (request.method === 'GET' && isKeptForAll(answer)) {
      const vary = (answer.headers.get('vary') ?? '').split(',').map((name) => name.trim().toLowerCase())
      const entry = { request: headers, vary: vary.filter(Boolean), status: answer.status, headers: kept, body }
      stored.set(pathname + search, [...(stored.get(pathname + search) ?? []), entry])
    }
    return new Response(body, { status: answer.status, headers: kept })
  })
}

const isSelected = ({ vary, request }: CachedAnswer, headers: Headers) =>
  vary.every((name) => request.get(name) === headers.get(name))

function isKeptForAll(answer: Response): boolean {
  const directives = (answer.headers.get('cache-control') ?? '').toLowerCase().split(/\s*,\s*/)
  const forbids = directives.includes('private') || directives.includes('no-store')
  return answer.status === 200 && !forbids && directives.some((one) => one === 'public' || one.startsWith('s-maxage='))
}

function withoutHost(headers: Headers): Headers {
  const sent = new Headers(headers)
  for (const name of ['host', 'connection', 'accept-encoding']) sent.delete(name)
  return sent
}

/** Other spellings of one paid path, as proxies and frameworks read them. */
export const spellings = [
  '/cheap/',
  '/CHEAP',
  '/Cheap',
  '//cheap',
  '/cheap//',
  '/cheap%2F',
  '/cheap%5C',
  '/cheap%00',
  '/cheap;jsessionid=1',
  '/cheap.rsc',
  '/cheap.json',
  '/cheap%252F',
  '/%2563heap',
  '/cheap%ff',
]

/** Requests without any proof in every method and spelling; counts answers and handler runs. */
export async function askUnpaid(target: Target) {
  const runsBefore = (await target.runs())['/cheap'] ?? 0
  const served: string[] = []
  for (const path of ['/cheap', ...spellings]) {
    for (const method of ['GET', 'HEAD']) {
      const { status } = await rawRequest(target.origin, path, { method })
      if (status < 300) served.push(`${method} ${path}`)
    }
  }
  return { served, runs: ((await target.runs())['/cheap'] ?? 0) - runsBefore }
}

/** Pays for the cheap route as if it were the expensive one, then signs in to both. */
export async function forgeEntitlement(world: TestWorld, target: Target) {
  const buyer = await createEvmBuyer(world, 1_000_000n)
  const paid = await payNaming(target, buyer, `${target.origin}/dear`)
  const dear = await signIn(target, buyer, '/dear')
  const cheap = await signIn(target, buyer, '/cheap')
  return { paid, dear, cheap, spent: 1_000_000n - (await buyer.balance()) }
}

/** Pays for the cheap route under a payload that names the expensive one as its resource. */
async function payNaming(target: Target, buyer: TestBuyer, resourceUrl: string) {
  const { payload } = await buyer.sign(`${target.origin}/cheap`)
  const forged = { ...payload, resource: { ...payload.resource, url: resourceUrl } }
  const headers = { 'PAYMENT-SIGNATURE': encodeHeader(forged) }
  return (await fetch(`${target.origin}/cheap`, { headers })).status
}

export async function signIn(target: Target, buyer: TestBuyer, path: string, init: RequestInit = {}) {
  const url = `${target.origin}${path}`
  const response = await fetch(url, { ...init, headers: await signInHeaders(url, buyer.key, init) })
  return { status: response.status, body: await response.text() }
}

/** A good payment whose base64 lacks its padding: a second spelling of the same bytes. */
export async function misspellPayment(world: TestWorld, target: Target): Promise<number> {
  const buyer = await createEvmBuyer(world, 1_000_000n)
  const { payload } = await buyer.sign(`${target.origin}/cheap`)
  const spelled = ['', 'x', 'xx'].map((more) => encodeHeader({ ...payload, more })).find((text) => text.endsWith('='))
  const headers = { 'PAYMENT-SIGNATURE': spelled?.replace(/=+$/, '') ?? '' }
  return (await fetch(`${target.origin}/cheap`, { headers })).status
}
