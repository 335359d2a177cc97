import { existsSync, readFileSync } from 'node:fs'
import { expect, it, test } from 'vitest'
import { readManifest, refuseUntested } from './pack'

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

test.each([
  ['a version that is not tested', { viem: '^2.0.0' }, 'asks for viem ^2.0.0; what is tested is ^2.57.0'],
  ['a range of what is not stable', { '@x402/core': '^2.27.0' }, 'what is tested is 2.27.0'],
  ['what the project does not have', { left: '1.0.0' }, 'left is no dependency of the project'],
])('refuses %s', (_what, asked, words) => {
  const known = { viem: '2.57.0', '@x402/core': '2.27.0' }
  expect(() => refuseUntested(asked as unknown as Record<string, string>, known)).toThrow(words)
})
