import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { VERSION } from '@/lib/base/infra/version'
import { cutRelease } from './cut-release'
import { runIn } from './run-in'

/** A repository of the present files, with no history. */
const folder = mkdtempSync(join(tmpdir(), 'turnpike-release-'))
const git = (...args: string[]) => runIn(folder, 'git', args)
const read = (path: string) => readFileSync(join(folder, path), 'utf8')
const printed: string[] = []
const cut = (own: { version?: string; isDryRun?: boolean; isPacked?: boolean } = {}) => {
  const today = new Date('2027-01-31T23:00:00Z')
  const parts = { version: '7.8.9', isDryRun: false, isPacked: false, folder, today, ...own }
  return cutRelease(parts, (line) => printed.push(line))
}
const state = () => [git('rev-parse', 'HEAD'), git('tag', '--list'), git('status', '--porcelain'), read('package.json')]

beforeAll(() => {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
  for (const file of files.split('\0')) if (file && existsSync(file)) cpSync(file, join(folder, file))
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  git('init', '-q', '-b', 'main')
  for (const [name, value] of Object.entries({ 'user.name': 'A Person', 'user.email': 'a@example.com' })) {
    git('config', name, value)
  }
  for (const name of ['commit.gpgSign', 'tag.gpgSign']) git('config', name, 'false')
  git('add', '-A')
  git('commit', '-q', '-m', 'Begin')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('before a release', () => {
  test.each([
    [
      'a file that git does not have',
      () => writeFileSync(join(folder, 'new.txt'), ''),
      /Commit or put away.*new\.txt/s,
    ],
    ['another branch', () => git('checkout', '-q', '-b', 'aside'), 'Releases are made on main; this is aside.'],
    ['a tag of that name', () => git('tag', 'v7.8.9'), 'The tag v7.8.9 is there already.'],
  ])('refuses %s, and changes nothing', async (_, arrange, message) => {
    arrange()
    const before = state()
    await expect(cut()).rejects.toThrow(message)
    expect(state()).toEqual(before)
    rmSync(join(folder, 'new.txt'), { force: true })
    git('checkout', '-q', 'main')
    if (git('tag', '--list') !== '') git('tag', '-d', 'v7.8.9')
  })

  it('refuses a version older than the one that is there', async () => {
    await expect(cut({ version: '0.0.9' })).rejects.toThrow(`0.0.9 is older than ${VERSION}`)
  })

  it('says what it would do, and does nothing of it', async () => {
    const before = state()
    await cut({ isDryRun: true, isPacked: true })
    expect(state()).toEqual(before)
    expect(printed.join('\n')).toMatch(
      /Would change CHANGELOG\.md, package\.json[\s\S]*Would pack[\s\S]*tag it v7\.8\.9/,
    )
    expect(existsSync(join(folder, 'releases'))).toBe(false)
  })

  test.each([
    ['the commit is refused', 'pre-commit', 'no commits today'],
    ['the tag is refused', 'reference-transaction', 'no tags today'],
  ])('puts everything back when %s', async (_, name, words) => {
    const hook = join(folder, '.git/hooks', name)
    const refusal =
      name === 'pre-commit' ? '' : 'read -r _ _ ref; [ "$1" = prepared ] && [ "${ref#refs/tags/}" != "$ref" ] || exit 0'
    writeFileSync(hook, `#!/bin/sh\n${refusal}\necho "${words}" >&2\nexit 1\n`, { mode: 0o755 })
    const before = state()
    await expect(cut()).rejects.toThrow(new RegExp(`${words}[^]*Everything is as it was before`))
    rmSync(hook)
    expect(state()).toEqual(before)
  })

  it('puts everything back when the packages cannot be made', async () => {
    const source = join(folder, 'packages/cli/server.json')
    const text = readFileSync(source, 'utf8')
    writeFileSync(source, '{')
    git('commit', '-q', '-am', 'Break the description of the program')
    const before = state()
    await expect(cut({ isPacked: true })).rejects.toThrow(/npm run --silent package[^]*Everything is as it was before/)
    expect(state()).toEqual(before)
    expect(readdirSync(join(folder, 'releases'))).toEqual([])
    writeFileSync(source, text)
    git('commit', '-q', '-am', 'Mend it')
  })
})

it('commits and tags the version with its notes, and packs it with sums', async () => {
  const notes = read('CHANGELOG.md').split('## [Unreleased]\n')[1]?.split('\n## [')[0]?.trim() ?? ''
  await cut({ isPacked: true })
  expect(git('log', '-1', '--format=%s')).toBe('Release 7.8.9')
  expect(git('status', '--porcelain')).toBe('')
  expect(git('cat-file', '-t', 'v7.8.9')).toBe('tag')
  expect(git('rev-parse', 'v7.8.9^{commit}')).toBe(git('rev-parse', 'HEAD'))
  expect(git('for-each-ref', '--format=%(contents)', 'refs/tags/v7.8.9')).toBe(`Turnpike 7.8.9\n\n${notes}`)
  expect(read('CHANGELOG.md')).toContain(`## [Unreleased]\n\n## [7.8.9] - 2027-01-31\n\n${notes}`)
  expect(read('lib/base/infra/version.ts')).toContain("VERSION = '7.8.9'")
  expect(git('grep', '-lE', `turnpike-(cli|conformance|gate)-7\\.8\\.9\\.tgz`, '--', 'docs', 'examples')).not.toBe('')

  const packed = join(folder, 'releases/v7.8.9')
  const names = ['cli', 'conformance', 'gate'].map((name) => `turnpike-${name}-7.8.9.tgz`)
  expect(readdirSync(packed).toSorted()).toEqual(['SHA256SUMS', ...names])
  expect(runIn(packed, 'sha256sum', ['-c', 'SHA256SUMS'])).toBe(names.map((name) => `${name}: OK`).join('\n'))
  const manifest = runIn(packed, 'tar', ['-xOf', names[0] ?? '', 'package/package.json'])
  expect(JSON.parse(manifest)).toMatchObject({ name: 'turnpike-cli', version: '7.8.9' })
})

it('refuses the next version until something is unreleased', async () => {
  await expect(cut({ version: '7.9.0' })).rejects.toThrow('no entry under [Unreleased]')
})
