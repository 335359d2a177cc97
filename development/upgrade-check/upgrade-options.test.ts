import { expect, test } from 'vitest'
import { parseUpgradeOptions } from './upgrade-options'

test.each([
  [[], { before: { ref: 'HEAD^' }, after: null, keptIn: null }],
  [['v1.2.0'], { before: { ref: 'v1.2.0' }, after: null, keptIn: null }],
  [['--from', 'old', '--to', 'new'], { before: { folder: 'old' }, after: { folder: 'new' }, keptIn: null }],
  [['v1', '--releases', 'kept'], { before: { ref: 'v1' }, after: null, keptIn: 'kept' }],
])('reads %j', (args, options) => {
  expect(parseUpgradeOptions(args)).toEqual(options)
})

test.each([
  ['two commits', ['v1', 'v2']],
  ['a commit beside a folder', ['v1', '--from', 'old']],
  ['a folder without a name', ['--from', '']],
  ['an unknown option', ['--form', 'old']],
])('refuses %s with the usage', (_, args) => {
  expect(() => parseUpgradeOptions(args)).toThrow('Usage: npx tsx development/upgrade-check/main.ts')
})
