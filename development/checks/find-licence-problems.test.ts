import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findLicenceProblems, listLicences } from './licences'

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

let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'turnpike-licences-'))
  const files = {
    'package-lock.json': {
      packages: {
        '': { license: 'Apache-2.0' },
        'packages/own': { name: 'own' },
        'node_modules/own': { resolved: 'packages/own', link: true },
        'node_modules/plain': { version: '1.0.0', license: 'MIT' },
        'node_modules/plain/node_modules/@scope/inner': { version: '2.0.0', license: 'ISC' },
        'node_modules/alias': { name: '@real/name', version: '3.0.0', license: 'MIT' },
        'node_modules/old': { version: '0.1.0' },
        'node_modules/older': { version: '0.0.1' },
        'node_modules/silent': { version: '0.0.2' },
        'node_modules/other-platform': { version: '0.0.3', optional: true },
        'node_modules/tool': { version: '9.0.0', dev: true, license: 'GPL-3.0-only' },
        'node_modules/both': { version: '5.0.0', devOptional: true, license: 'BSD-2-Clause' },
      },
    },
    'node_modules/old/package.json': { licenses: ['MIT', { type: 'GPL-2.0-only', url: 'https://example.com' }] },
    'node_modules/older/package.json': { license: { type: 'ISC' } },
    'node_modules/silent/package.json': {},
  }
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(join(root, file, '..'), { recursive: true })
    writeFileSync(join(root, file), JSON.stringify(content))
  }
})
afterAll(() => rmSync(root, { recursive: true }))

test('lists what a deployment installs, from the lock file and from old manifests', () => {
  expect(listLicences(root).map(({ name, licence }) => [name, licence])).toEqual([
    ['plain', 'MIT'],
    ['@scope/inner', 'ISC'],
    ['@real/name', 'MIT'],
    ['old', 'MIT OR GPL-2.0-only'],
    ['older', 'ISC'],
    ['silent', 'none'],
    ['other-platform', 'none'],
    ['both', 'BSD-2-Clause'],
  ])
})
