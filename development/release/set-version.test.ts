import { readFileSync } from 'node:fs'
import { expect, it, test } from 'vitest'
import { VERSION } from '@/lib/base/infra/version'
import { setVersion } from './set-version'

test.each(['package.json', 'package-lock.json'])('changes nothing in %s but the version of the project', (path) => {
  const now = readFileSync(path, 'utf8')
  expect(setVersion(path, now, VERSION)).toBe(now)
  const next = setVersion(path, now, '7.8.9').split('\n')
  const changed = now.split('\n').flatMap((line, at) => (line === next[at] ? [] : [[line.trim(), next[at]?.trim()]]))
  const line = [`"version": "${VERSION}",`, '"version": "7.8.9",']
  expect(changed).toEqual(path === 'package.json' ? [line] : [line, line])
})

it('changes what programs say of themselves, and the names of packages that documents tell', () => {
  const source = readFileSync('lib/base/infra/version.ts', 'utf8')
  expect(setVersion('lib/base/infra/version.ts', source, '7.8.9')).toContain("VERSION = '7.8.9'")
  const told = 'npm install dist/packages/turnpike-cli-0.1.0.tgz, other-1.0.0.tgz, turnpike-gate 0.1.0'
  expect(setVersion('docs/x.md', told, '7.8.9')).toBe(
    'npm install dist/packages/turnpike-cli-7.8.9.tgz, other-1.0.0.tgz, turnpike-gate 0.1.0',
  )
})
