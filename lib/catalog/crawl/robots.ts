import type { Database } from '@/lib/infra/database'
import { SafeFetchError } from '@/lib/infra/safe-fetch'
import type { CatalogDeps } from '../ports'
import { CRAWLER_AGENT } from './probe-url'

const KEEP_MS = 86_400_000
const MAX_RULES = 200
const AGENT_NAME = 'turnpikecatalog'

/** Whether the host's robots.txt lets the crawler ask for this path. Read once a day; a missing one allows everything. */
export async function mayCrawl(
  deps: Pick<CatalogDeps, 'database' | 'fetch' | 'reach'>,
  url: URL,
  now: Date,
): Promise<boolean> {
  const known = await deps.database.catalogHost.findUnique({ where: { host: url.host } })
  const isFresh = known?.robotsReadAt != null && now.getTime() - known.robotsReadAt.getTime() < KEEP_MS
  const disallowed = isFresh ? known.disallowed : await readRobots(deps, url, now)
  return !disallowed.some((prefix) => url.pathname.startsWith(prefix))
}

async function readRobots(
  { database, fetch, reach }: Pick<CatalogDeps, 'database' | 'fetch' | 'reach'>,
  url: URL,
  now: Date,
): Promise<string[]> {
  const disallowed = await fetchRobots(fetch, new URL('/robots.txt', url).href, reach === 'loopback')
  await storeRobots(database, url.host, disallowed, now)
  return disallowed
}

const storeRobots = (database: Database, host: string, disallowed: string[], now: Date) =>
  database.catalogHost.upsert({
    where: { host },
    create: { host, nextAllowedAt: now, robotsReadAt: now, disallowed },
    update: { robotsReadAt: now, disallowed },
  })

async function fetchRobots(fetch: CatalogDeps['fetch'], address: string, allowLoopback: boolean): Promise<string[]> {
  try {
    const answer = await fetch(address, {
      headers: { 'user-agent': CRAWLER_AGENT },
      timeoutMs: 4_000,
      maxBytes: 100_000,
      allowLoopback,
    })
    return answer.status === 200 ? parseRobots(answer.body.toString('utf8')) : []
  } catch (error) {
    if (error instanceof SafeFetchError) return []
    throw error
  }
}

/** Paths that our crawler, or every crawler, is asked to leave alone. Source: RFC 9309; wildcards end a rule's prefix. */
export function parseRobots(text: string): string[] {
  const groups: { agents: string[]; disallowed: string[] }[] = []
  let isNamingAgents = false
  for (const line of text.split(/\r?\n/).slice(0, 2_000)) {
    const [, field = '', value = ''] = /^\s*([a-z-]+)\s*:\s*([^#]*)/i.exec(line) ?? []
    if (field.toLowerCase() === 'user-agent') {
      if (!isNamingAgents) groups.push({ agents: [], disallowed: [] })
      groups.at(-1)?.agents.push(value.trim().toLowerCase())
      isNamingAgents = true
    } else if (field !== '') {
      isNamingAgents = false
      const prefix = value.trim().replace(/[*$].*$/, '')
      if (field.toLowerCase() === 'disallow' && prefix.startsWith('/')) groups.at(-1)?.disallowed.push(prefix)
    }
  }
  const own = groups.filter(({ agents }) => agents.includes(AGENT_NAME))
  const applying = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'))
  return applying.flatMap(({ disallowed }) => disallowed).slice(0, MAX_RULES)
}
