import { expect, it, test } from 'vitest'
import { parseReleaseOptions } from './release-options'

it('reads a version, and whether to try and to pack', () => {
  expect(parseReleaseOptions([])).toBeNull()
  expect(parseReleaseOptions(['1.20.0'])).toEqual({ version: '1.20.0', isDryRun: false, isPacked: true })
  expect(parseReleaseOptions(['--dry-run', '1.2.0', '--no-pack'])).toEqual({
    version: '1.2.0',
    isDryRun: true,
    isPacked: false,
  })
})

test.each([['v1.2.0'], ['1.2'], ['01.2.0'], ['1.2.0-rc.1'], ['1.2.0', '1.3.0'], ['--dry-run'], ['--push', '1.2.0']])(
  'refuses %s with the usage',
  (...args) => {
    expect(() => parseReleaseOptions(args)).toThrow(/Usage: npm run release/)
  },
)
