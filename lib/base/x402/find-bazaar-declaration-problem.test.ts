import { describe, expect, it } from 'vitest'
import { inEnglish } from '@/lib/base/sentences/in-english'
import { findBazaarDeclarationProblem } from './find-bazaar-declaration-problem'
import { parseRouteKey } from './route-key'

const problemOf = (declaration: object, key = 'GET /weather') => {
  const problem = findBazaarDeclarationProblem({ discoverable: true, ...declaration }, parseRouteKey(key))
  return problem && inEnglish(problem)
}

const inputSchema = { properties: { city: { type: 'string' } }, required: ['city'] }

describe('findBazaarDeclarationProblem', () => {
  it('finds none in a declaration that a catalog takes, or that is not to be listed', () => {
    expect(problemOf({ input: { city: 'Lisbon' }, inputSchema })).toBeNull()
    expect(problemOf({ discoverable: false, input: { city: 7 }, inputSchema })).toBeNull()
  })

  it.each<[string, object, RegExp]>([
    ['a sample that breaks its schema', { input: { city: 7 }, inputSchema }, /city must be string/],
    [
      'an output that breaks its schema',
      { output: { example: { t: 'warm' } }, outputSchema: { properties: { t: { type: 'number' } } } },
      /t must be number/,
    ],
    ['a schema elsewhere', { inputSchema: { $ref: 'https://a.example/schema' } }, /other documents/],
    ['a declaration beyond the limit', { input: { city: 'x'.repeat(20_000) } }, /at most/],
    ['another shape', { input: 'Lisbon' }, /^bazaar\.input/],
  ])('names %s', (_name, declaration, problem) => expect(problemOf(declaration)).toMatch(problem))
})
