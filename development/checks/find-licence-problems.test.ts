import { expect, test } from 'vitest'
import { findLicenceProblems } from './licences'

const packageWith = (licence: string) => [{ name: 'thing', version: '1.0.0', licence, folder: 'node_modules/thing' }]

test.each(['MIT', '(MIT OR AGPL-3.0-only)', '(MIT AND BSD-3-Clause)', 'AGPL-3.0-only OR (ISC AND Apache-2.0)'])(
  'lets %s pass',
  (licence) => expect(findLicenceProblems(packageWith(licence), [])).toEqual([]),
)

test.each([
  'AGPL-3.0-or-later',
  'GPL-2.0-only WITH Classpath-exception-2.0',
  'LGPL-3.0+',
  'MPL-2.0',
  'Apache-2.0 AND LGPL-3.0-or-later',
  'MIT AND (GPL-3.0-only OR SSPL-1.0)',
  'SEE LICENSE IN LICENSE',
  'UNLICENSED',
  'none',
  '',
])('refuses %s', (licence) =>
  expect(findLicenceProblems(packageWith(licence), [])).toEqual([
    `thing@1.0.0: ${licence} is not a permissive licence.`,
  ]),
)

test('takes an excuse for the licence that it names, and for no other', () => {
  const excuses = [{ packages: ['thing'], licence: 'MPL-2.0', reason: 'unchanged' }]
  expect(findLicenceProblems(packageWith('MPL-2.0'), excuses)).toEqual([])
  expect(findLicenceProblems(packageWith('AGPL-3.0-only'), excuses)).toEqual([
    'thing@1.0.0: AGPL-3.0-only is not a permissive licence.',
    'thing (MPL-2.0): the excuse has no use any more.',
  ])
})
