import { afterAll, expect, it } from 'vitest'
import { rawRequest } from '@/development/testing/raw-request'
import { serveEdge } from '@/development/testing/serve-edge'
import { serveFetch } from '@/development/testing/serve-fetch'
import { CALLER_HEADER, callerOf } from '../caller'
import { createRateLimit } from '../limits'

let bucket = ''
const now = new Date('2026-01-01T00:00:00Z')
const take = createRateLimit(() => now)

const unguarded = await serveFetch(answer)
afterAll(() => unguarded.stop())

async function answer(request: Request): Promise<Response> {
  const caller = callerOf(request.headers)
  const verdict = take({ caller: `${bucket} ${caller}`, requestsPerSecond: 1 })
  return new Response(caller, { status: verdict ? 429 : 200 })
}

/** The same behind the edge of every server of ours. */
async function guarded<Result>(trustedProxies: number, work: (origin: string) => Promise<Result>): Promise<Result> {
  const site = await serveEdge(() => {}, { trustedProxies, findAnswer: () => answer })
  return work(site.origin).finally(site.stop)
}

/** Forty requests of one program, each with another invented address; how many came through. */
async function attack(
  origin: string,
  name: string,
  header: (index: number) => Record<string, string>,
): Promise<number> {
  bucket = name
  const calls = Array.from({ length: 40 }, (_, index) => rawRequest(origin, '/', { headers: header(index) }))
  return (await Promise.all(calls)).filter(({ status }) => status === 200).length
}

const inventedAddress = (index: number) => ({ 'x-forwarded-for': `203.0.113.${index}` })
const inventedMark = (index: number) => ({ [CALLER_HEADER]: `0123456789abcdef0123456789abcdef 203.0.113.${index}` })

it('counts a caller by its connection, not by a header', () =>
  guarded(0, async (origin) => {
    expect(await attack(origin, 'forwarded', inventedAddress)).toBe(10)
    expect(await attack(origin, 'marked', inventedMark)).toBe(10)
    const answer = await rawRequest(origin, '/', { headers: inventedAddress(1) })
    expect(answer.body).toBe('127.0.0.1')
  }))

it('believes the header where a proxy is configured, and only its last value', () =>
  guarded(1, async (origin) => {
    expect(await attack(origin, 'proxied', inventedAddress)).toBe(40)
    const left = (index: number) => ({ 'x-forwarded-for': `203.0.113.${index}, 198.51.100.1` })
    expect(await attack(origin, 'left', left)).toBe(10)
  }))

it('takes all callers for one where the connection is unknown', async () => {
  expect(await attack(unguarded.origin, 'unguarded', inventedMark)).toBe(10)
})
