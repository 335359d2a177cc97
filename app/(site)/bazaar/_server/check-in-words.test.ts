import { expect, it } from 'vitest'
import type { RouteTerms } from '@/lib/base/x402/payment-option'
import { presentChecks, validateOwn } from '@/lib/bazaar/crawl/validate-resource'
import { translateIn } from '@/lib/site/messages/translate'
import { checkInWords } from './check-in-words'

const textsIn = (language: 'en' | 'de') => ({
  checks: translateIn(language, 'bazaarChecks'),
  sentences: translateIn(language, 'sentences'),
})
const [english, german] = [textsIn('en'), textsIn('de')]

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

const validation = validateOwn(terms)
const failed = validation.checks.flatMap((check, index) => {
  const wire = presentChecks(validation).checks[index]
  return check.isPassed || !wire ? [] : [{ id: check.id, check, wire }]
})

it('has checks to say', () => {
  expect(failed.length).toBeGreaterThan(8)
})

it.each(failed)('says of $id in English what the catalog says to programs', ({ check, wire }) => {
  expect([wire.fix, `${wire.found} ${wire.fix}`]).toContain(checkInWords(english, check).advice)
})

it.each(failed)('says in German what to do about $id', ({ check, wire }) => {
  const shown = checkInWords(german, check)
  expect(shown.advice).not.toContain(wire.fix)
  expect(shown.title).not.toBe(checkInWords(english, check).title)
})
