import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { bareEnv } from '@/lib/base/infra/bare-env'

const LONG_MS = 30 * 60_000
const folder = mkdtempSync(join(tmpdir(), 'turnpike-upgrade-test-'))
const releases = join(folder, 'releases')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()

/** Its output, and its exit code. */
const upgrade = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['--import', 'tsx', 'development/upgrade-check/main.ts', ...args], {
    env: bareEnv({}),
  }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, said: stdout + stderr }),
  )

it(
  'upgrades across the last migration, with every payment delivered once',
  async () => {
    const before = git('rev-parse', `${git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'prisma/migrations')}^`)
    const { code, said } = await upgrade(before, '--releases', releases)
    expect(code, said).toBe(0)
    expect(said).toMatch(/All \d+ payments were settled and delivered\./)
    expect(readdirSync(releases)).toContain(before)
  },
  LONG_MS,
)

it(
  'fails for a release that does not end in order',
  async () => {
    const [made = ''] = readdirSync(releases)
    const hasty = join(folder, 'hasty')
    cpSync(join(releases, made), hasty, { recursive: true, verbatimSymlinks: true })
    const server = join(hasty, 'server.js')
    // Leaves it as the framework does: it ends at once when it is told to.
    writeFileSync(server, readFileSync(server, 'utf8').replace(/^process\.env\.NEXT_MANUAL_SIG_HANDLE.*\n/, ''))
    const { code, said } = await upgrade('--from', hasty, '--to', join(releases, made))
    expect(said).toContain(`The release in ${hasty}, told to end:`)
    expect(code).toBe(1)
  },
  LONG_MS,
)
