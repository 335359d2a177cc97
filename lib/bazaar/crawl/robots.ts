import robotsParser from 'robots-parser'
import { SafeFetchError } from '@/lib/base/infra/safe-fetch'
import type { CatalogDeps } from '../ports'
import { CRAWLER_AGENT } from './probe-url'

type RobotsDeps = Pick<CatalogDeps, 'database' | 'fetch' | 'reach'>

const KEEP_MS = 86_400_000

/** True if the host's robots.txt, read once a day, allows this address to the crawler; a missing one allows all. */
export async function mayCrawl(deps: RobotsDeps, url: URL, now: Date): Promise<boolean> {
  const known = await deps.database.catalogHost.findUnique({ where: { host: url.host } })
  const isFresh = known?.robotsReadAt != null && now.getTime() - known.robotsReadAt.getTime() < KEEP_MS
  const robots = isFresh ? known.robots : await readRobots(deps, url, now)
  return robotsParser(new URL('/robots.txt', url).href, robots).isAllowed(url.href, CRAWLER_AGENT) !== false
}

async function readRobots({ database, fetch, reach }: RobotsDeps, url: URL, now: Date): Promise<string> {
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
      maxBytes: 100_000,
      allowLoopback,
    })
    return answer.status === 200 ? answer.body.toString('utf8').replaceAll('\0', '') : ''
  } catch (error) {
    if (error instanceof SafeFetchError) return ''
    throw error
  }
}
