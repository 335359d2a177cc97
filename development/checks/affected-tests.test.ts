import { expect, it } from 'vitest'
import { affectedTests } from './affected-tests'

it('takes the tests that a changed file reaches, those beside it, and the rules', () => {
  const tests = affectedTests(['lib/base/x402/money.ts']) ?? []
  for (const reached of [
    'lib/base/x402/money.test.ts',
    'lib/base/x402/networks.test.ts',
    'app/_checkout/checkout.test.ts',
  ])
    expect(tests).toContain(reached)
  expect(tests).toContain('development/rules/import-cycles.test.ts')
  expect(tests.filter((file) => /\.(integration|soak)\./.test(file))).toEqual([])
  expect(affectedTests(['development/fuzz/main.ts'])).not.toContain('lib/base/x402/money.test.ts')
})

it('takes all where nothing or what all share has changed', () => {
  expect(affectedTests([])).toBeNull()
  expect(affectedTests(['lib/base/x402/money.ts', 'package-lock.json'])).toBeNull()
})
