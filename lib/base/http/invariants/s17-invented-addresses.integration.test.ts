import { afterAll, beforeAll, expect, it } from 'vitest'
import { rawRequest } from '@/development/testing/raw-request'
import { type ServedFetch, serveFetch } from '@/development/testing/serve-fetch'
import { openTestDatabase } from '@/development/testing/test-database'
import { CALLER_HEADER, callerOf } from '../caller-mark'
import { guardRequests } from '../guard-requests'
import { createRateLimit, type RateTicket, type RateVerdict } from '../rate-limit'

const { client: database } = await openTestDatabase()
let site: ServedFetch
let take: (ticket: RateTicket) => Promise<RateVerdict>
let bucket = ''
const now = new Date('2026-01-01T00:00:00Z')

beforeAll(async () => {
  take = createRateLimit(database, () => now)
  site = await serveFetch(async (request) => {
    const caller = callerOf(request.headers)
    const verdict = await take({ caller: `${bucket} ${caller}`, requestsPerSecond: 1 })
    return new Response(`${new URL(request.url).pathname} ${caller}`, { status: verdict ? 429 : 200 })
  })
})
afterAll(async () => {
  await site.stop()
})

/** Forty requests of one program, each with another invented address; how many came through. */
async function attack(name: string, header: (index: number) => Record<string, string>): Promise<number> {
  bucket = name
  const calls = Array.from({ length: 40 }, (_, index) => rawRequest(site.origin, '/', { headers: header(index) }))
  return (await Promise.all(calls)).filter(({ status }) => status === 200).length
}

const inventedAddress = (index: number) => ({ 'x-forwarded-for': `203.0.113.${index}` })
const inventedMark = (index: number) => ({ [CALLER_HEADER]: `0123456789abcdef0123456789abcdef 203.0.113.${index}` })

it('counts a caller by its connection, not by a header', async () => {
  const stop = guardRequests({ trustedProxies: 0 })
  try {
    expect(await attack('forwarded', inventedAddress)).toBe(10)
    expect(await attack('marked', inventedMark)).toBe(10)
    const answer = await rawRequest(site.origin, '/', { headers: inventedAddress(1) })
    expect(answer.body).toBe('/ 127.0.0.1')
  } finally {
    stop()
  }
})

it('believes the header where a proxy is configured, and only its last value', async () => {
  const stop = guardRequests({ trustedProxies: 1 })
  try {
    expect(await attack('proxied', inventedAddress)).toBe(40)
    expect(await attack('left', (index) => ({ 'x-forwarded-for': `203.0.113.${index}, 198.51.100.1` }))).toBe(10)
  } finally {
    stop()
  }
})

it('takes all callers for one where the connection is unknown', async () => {
  expect(await attack('unguarded', inventedMark)).toBe(10)
})

it('answers a header of 6,000 characters as any other', async () => {
  for (const trustedProxies of [0, 1]) {
    const stop = guardRequests({ trustedProxies })
    try {
      const long = (index: number) => ({ 'x-forwarded-for': `${'9'.repeat(6_000)}${index}` })
      expect(await attack(`long ${trustedProxies}`, long)).toBe(10)
    } finally {
      stop()
    }
  }
})

it('refuses a caller that the statement cannot take, and counts those that came with it', async () => {
  const calls = ['one', 'x'.repeat(6_000), 'two', 'a\0b'].map((caller) => take({ caller, requestsPerSecond: 1 }))
  const outcomes = await Promise.allSettled(calls)
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected'])
})

it('sends addresses that are no text, and heads without an end, to their refusal', async () => {
  const stop = guardRequests({ trustedProxies: 0 })
  try {
    bucket = 'faults'
    const refused = await Promise.all([
      rawRequest(site.origin, '/facilitator/discovery/resources?tags=%00'),
      rawRequest(site.origin, `/${'a'.repeat(9_000)}`),
      rawRequest(site.origin, '/', { headers: { 'x-long': 'a'.repeat(9_000) } }),
    ])
    expect(refused.map(({ body }) => body.split(' ')[0])).toEqual([
      '/refused/address_unreadable',
      '/refused/address_too_long',
      '/refused/header_too_long',
    ])
  } finally {
    stop()
  }
})
