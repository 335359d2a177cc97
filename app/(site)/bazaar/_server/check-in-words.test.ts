import { expect, it } from 'vitest'
import type { RouteTerms } from '@/lib/base/x402/route-terms'
import { probeAdvice } from '@/lib/bazaar/crawl/probe-resource'
import { validateOwn } from '@/lib/bazaar/crawl/validate-resource'
import { translateIn } from '@/lib/site/messages/translate'
import { checkInWords, sentenceInWords } from './check-in-words'

const [english, german] = [translateIn('en', 'bazaarChecks'), translateIn('de', 'bazaarChecks')]

/** A challenge with every fault that ours can have. */
const terms = {
  method: 'GET',
  challenge: {
    x402Version: 1,
    error: '',
    resource: { url: 'http://shop.example.com/a', description: 'Short', serviceName: 'é'.repeat(40) },
    accepts: [],
    padding: 'x'.repeat(20_000),
  },
} as unknown as RouteTerms

const failed = validateOwn(terms).checks.filter(({ isPassed }) => !isPassed)

it('has checks to say', () => {
  expect(failed.length).toBeGreaterThan(8)
})

it.each(failed.map((check) => [check.id, check] as const))(
  'says of %s in English what the catalog says',
  (_, check) => {
    const { advice } = checkInWords(english, check)
    expect([check.fix, `${check.found} ${check.fix}`]).toContain(advice)
  },
)

it.each(failed.map((check) => [check.id, check] as const))('says in German what to do about %s', (_, check) => {
  expect(checkInWords(german, check).advice).not.toContain(check.fix)
  expect(checkInWords(german, check).title).not.toBe(checkInWords(english, check).title)
})

const probe = { isUp: false, status: 503, latencyMs: null, challenge: null }

it.each([
  'address_refused',
  'unreachable',
  'timeout',
  'too_large',
  'challenge_missing',
  'challenge_malformed',
  'not_mcp',
  'tool_missing',
  'tool_unpaid',
  'arguments_refused',
  'terms_missing',
  'not_402',
] as const)('says in German what to do about a probe that ends in %s', (problem) => {
  const advice = probeAdvice({ ...probe, problem })
  expect(sentenceInWords(english, advice)).toBe(advice)
  expect(sentenceInWords(german, advice)).not.toBe(advice)
})

it('keeps the value of a sentence', () => {
  expect(sentenceInWords(german, probeAdvice({ ...probe, problem: 'not_402' }))).toContain('503')
})

it('shows a sentence that it does not know as it came', () => {
  expect(sentenceInWords(german, 'Something new.')).toBe('Something new.')
})
