import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, test } from 'vitest'
import { readManifest, refuseUntested, writeTypes } from './pack'

const tested = (JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> })
  .dependencies

it.each(['packages/cli', 'packages/conformance', 'packages/gate'])(
  '%s asks for what is tested, and has its programs in its folder',
  (sources) => {
    const { bin = {}, dependencies = {} } = readManifest(sources)
    refuseUntested(dependencies, tested)
    expect(Object.values(bin).filter((file) => !existsSync(`${sources}/${file}`))).toEqual([])
  },
)

it('declares what the library offers, without types of its database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gate-types-'))
  writeTypes('packages/gate/src/index.ts', folder)
  expect(existsSync(join(folder, 'packages/gate/src/index.d.ts'))).toBe(true)
  expect(existsSync(join(folder, 'lib/base/infra/database.d.ts'))).toBe(false)
  rmSync(folder, { recursive: true })
})

test.each([
  ['a version that is not tested', { viem: '^2.0.0' }, 'asks for viem ^2.0.0; what is tested is ^2.57.0'],
  ['a range of what is not stable', { '@x402/core': '^2.27.0' }, 'what is tested is 2.27.0'],
  ['what the project does not have', { left: '1.0.0' }, 'left is no dependency of the project'],
])('refuses %s', (_what, asked, words) => {
  const known = { viem: '2.57.0', '@x402/core': '2.27.0' }
  expect(() => refuseUntested(asked as unknown as Record<string, string>, known)).toThrow(words)
})
