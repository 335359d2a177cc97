import type { Database } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { matchTemplate } from '@/lib/base/x402/match-template'
import { httpIdentity } from '../entry/entry-key'
import type { CatalogDeps } from '../ports'
import { type AnswerOwn, type RelayOutcome, relayCall } from './relay-call'

export type AddressedCall = {
  url: string
  method: string
  body: string | null
  payment: string | null
  signIn: string | null
}

const MAX_TEMPLATES = 1_000

/**
 * Sends one request to the listed resource at an address, for an agent that knows no key. The relay's rules apply: only
 * declared parameters are sent. `answerOwn` answers for a resource of this site.
 * Throws `ENTRY_NOT_FOUND`, `INVALID_PARAMETER`.
 */
export async function callListed(
  deps: CatalogDeps,
  { url, method, ...proofs }: AddressedCall,
  answerOwn: AnswerOwn,
): Promise<RelayOutcome> {
  const listed = await findListed(deps.database, { url, method })
  if (listed === null) {
    throw new DomainError(
      'ENTRY_NOT_FOUND',
      'Nothing is listed at this address for this method; search_resources finds what is.',
    )
  }
  const query = new URL(url).searchParams
  const names = [...query.keys()]
  if (new Set(names).size < names.length) throw new DomainError('INVALID_PARAMETER', 'Expected each parameter once.')
  return relayCall(deps, { ...listed, query: Object.fromEntries(query), ...proofs }, answerOwn)
}

type Listed = { key: string; path: Record<string, string> }

/** The listing of a request to an address, with the values of its template. */
export async function findListed(
  database: Database,
  { url, method }: Pick<AddressedCall, 'url' | 'method'>,
): Promise<Listed | null> {
  const named = httpIdentity(url, { method, allowLoopback: true })
  if (!named.ok) return null
  const { key, host } = named.identity
  const entry = await database.catalogEntry.findUnique({ where: { key }, select: { status: true } })
  if (entry?.status === 'listed') return { key, path: {} }
  const { origin, pathname } = new URL(url)
  const templates = await database.catalogDocument.findMany({
    where: {
      host,
      method,
      type: 'http',
      OR: [{ key: { contains: '/:' } }, { key: { contains: '/{' } }],
    },
    select: { key: true },
    orderBy: { lastUpdatedAt: 'desc' },
    take: MAX_TEMPLATES,
  })
  const prefix = `${method} ${origin}`
  for (const template of templates) {
    const path = template.key.startsWith(`${prefix}/`) && matchTemplate(template.key.slice(prefix.length), pathname)
    if (path) return { key: template.key, path }
  }
  return null
}
