import { LRUCache } from 'lru-cache'
import robotsParser from 'robots-parser'
import { SafeFetchError } from '@/lib/base/infra/safe-fetch'
import type { CatalogDeps } from '../ports'
import { CRAWLER_AGENT } from './probe-url'

const KEEP_MS = 86_400_000
const MAX_BYTES = 10_000
/** A rule is compared with an address once for each star at each of its letters. */
const MAX_STARS = 4
const MAX_ADDRESS_CHARACTERS = 2_048
const verdicts = new LRUCache<string, boolean>({ max: 5_000 })

/** True if the host's robots.txt, read once a day, allows this address to the crawler; a missing one allows all. */
export async function mayCrawl(deps: CatalogDeps, url: URL, now: Date): Promise<boolean> {
  if (url.href.length > MAX_ADDRESS_CHARACTERS) return false
  const known = await deps.database.catalogHost.findUnique({ where: { host: url.host } })
  const isFresh = known?.robotsReadAt != null && now.getTime() - known.robotsReadAt.getTime() < KEEP_MS
  const { robots, robotsReadAt } = isFresh ? known : { robots: await readRobots(deps, url, now), robotsReadAt: now }
  const key = `${robotsReadAt?.getTime()} ${url.href}`
  const verdict = verdicts.get(key) ?? isAllowed(robots, url)
  verdicts.set(key, verdict)
  return verdict
}

/** The verdict of a robots.txt on one address for the crawler, with bounded work. */
export const isAllowed = (robots: string, url: URL): boolean =>
  robotsParser(new URL('/robots.txt', url).href, withinBounds(robots)).isAllowed(url.href, CRAWLER_AGENT) !== false

/**
 * The whole lines of its beginning, each rule up to its fifth star, and each name of a group once: the parser keeps a
 * group's rules once for each time that a name stands there.
 */
function withinBounds(robots: string): string {
  const whole = robots.length > MAX_BYTES ? robots.slice(0, robots.lastIndexOf('\n', MAX_BYTES) + 1) : robots
  let names = new Set<string>()
  const kept = whole.split(/\r\n|\r|\n/).flatMap((line) => {
    const name = /^\s*user-agent\s*:([^#/]*)/i.exec(line)?.[1]?.trim().toLowerCase()
    if (name === undefined) {
      if (line.includes(':')) names = new Set()
      return line
        .replaceAll(/\*+/g, '*')
        .split('*', MAX_STARS + 1)
        .join('*')
    }
    if (names.has(name)) return []
    names.add(name)
    return line
  })
  return kept.join('\n')
}

async function readRobots({ database, fetch, reach }: CatalogDeps, url: URL, now: Date): Promise<string> {
  const robots = await fetchRobots(fetch, new URL('/robots.txt', url).href, reach === 'loopback')
  await database.catalogHost.upsert({
    where: { host: url.host },
    create: { host: url.host, nextAllowedAt: now, robotsReadAt: now, robots },
    update: { robotsReadAt: now, robots },
  })
  return robots
}

async function fetchRobots(fetch: CatalogDeps['fetch'], address: string, allowLoopback: boolean): Promise<string> {
  try {
    const answer = await fetch(address, {
      headers: { 'user-agent': CRAWLER_AGENT },
      timeoutMs: 4_000,
      maxBytes: MAX_BYTES,
      onTooLarge: 'cut',
      allowLoopback,
    })
    return answer.status === 200 ? answer.body.toString('utf8').replaceAll('\0', '') : ''
  } catch (error) {
    if (error instanceof SafeFetchError) return ''
    throw error
  }
}
