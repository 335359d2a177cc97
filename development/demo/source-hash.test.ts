import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashSources } from './build-site'

let root: string
const write = (file: string, text: string) => {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'turnpike-sources-'))
  write('app/page.tsx', 'one')
  write('package-lock.json', '{}')
})
afterEach(() => rmSync(root, { recursive: true }))

test.each([
  ['a page changes', 'app/page.tsx', 'two'],
  ['a file comes', 'lib/base/x402/money.ts', 'new'],
  ['a dependency changes', 'package-lock.json', '{ }'],
])('changes when %s', (_what, file, text) => {
  const before = hashSources(root)
  write(file, text)
  expect(hashSources(root)).not.toBe(before)
})

test.each(['lib/base/x402/money.test.ts', 'README.md', 'lib/base/infra/generated/prisma/client.ts'])(
  'stays when %s comes',
  (file) => {
    write('lib/base/x402/money.ts', 'money')
    const before = hashSources(root)
    write(file, 'new')
    expect(hashSources(root)).toBe(before)
  },
)
