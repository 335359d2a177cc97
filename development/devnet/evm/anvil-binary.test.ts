import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { findAnvilBinary } from './anvil-binary'

const folder = mkdtempSync(join(tmpdir(), 'turnpike-anvil-binary-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function executable(name: string): string {
  const path = join(folder, name)
  writeFileSync(path, '')
  chmodSync(path, 0o755)
  return path
}

const noPackage = () => null

describe('findAnvilBinary', () => {
  it('prefers ANVIL_BIN, then the npm package, then PATH', () => {
    const chosen = executable('chosen')
    const packaged = executable('packaged')
    const onPath = executable('anvil')
    const env = { ANVIL_BIN: chosen, PATH: `/nowhere:${folder}` }
    expect(findAnvilBinary(env, () => packaged)).toBe(chosen)
    expect(findAnvilBinary({ PATH: env.PATH }, () => packaged)).toBe(packaged)
    expect(findAnvilBinary({ PATH: env.PATH }, noPackage)).toBe(onPath)
  })

  it('refuses an ANVIL_BIN that cannot be run, rather than taking another', () => {
    expect(() => findAnvilBinary({ ANVIL_BIN: '/nowhere/anvil', PATH: folder })).toThrow('/nowhere/anvil')
  })

  it('says how to install anvil where there is none', () => {
    expect(() => findAnvilBinary({ PATH: '/nowhere' }, noPackage)).toThrow('install Foundry')
    expect(() => findAnvilBinary({}, noPackage)).toThrow('ANVIL_BIN')
  })
})
