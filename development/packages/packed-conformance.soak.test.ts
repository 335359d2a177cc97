import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSnippets } from '@/development/documentation/read-snippets'
import { openTargets, type Targets } from '@/development/testing/targets'
import { VERSION } from '@/lib/base/infra/version'
import { packConformance } from './pack'

const run = promisify(execFile)
const project = mkdtempSync(join(tmpdir(), 'turnpike-conformance-installed-'))
let targets: Targets

beforeAll(async () => {
  const packing = packConformance(project)
  targets = await openTargets()
  writeFileSync(join(project, 'package.json'), '{"private":true}')
  // Needs no other package: nothing is downloaded.
  await run('npm', ['install', '--offline', '--no-audit', await packing], { cwd: project })
})
afterAll(async () => {
  await targets?.close()
  rmSync(project, { recursive: true, force: true })
})

type Ended = { code: number; stdout: string; stderr: string }

/** Runs the installed program as npx does. */
function check(...args: string[]): Promise<Ended> {
  const env = { PATH: process.env.PATH } as unknown as NodeJS.ProcessEnv // Nothing of this process is needed.
  return run(join(project, 'node_modules/.bin/turnpike-conformance'), args, { cwd: project, env }).then(
    (said) => ({ code: 0, ...said }),
    ({ code, stdout, stderr }: Ended) => ({ code, stdout, stderr }),
  )
}

it('checks ours and a stock server where nothing else is installed', async () => {
  const [ours, stock] = await Promise.all([targets.ours(), targets.stock()])
  const [{ text = '' } = {}] = readSnippets('packages/conformance/README.md')
  const [name, ...args] = text.replace('https://api.example/weather', `${ours.origin}/cheap`).trim().split(' ')
  expect(name).toBe('turnpike-conformance')
  const right = await check(...args)
  expect(right).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(' passed, 0 wrong, 0 differ, ') })
  expect(readFileSync(join(project, 'report.md'), 'utf8')).toContain(`${ours.origin}/cheap`)
  const strict = await check(`${stock.origin}/cheap`, '--strict', '--markdown', 'strict.md')
  expect(strict).toMatchObject({ code: 1, stderr: '', stdout: expect.stringContaining(' passed, 3 wrong, 0 differ, ') })
  expect(readFileSync(join(project, 'strict.md'), 'utf8')).toContain(' passed, 3 wrong, ')
})

it('runs from its sources in a clone, from any working directory', async () => {
  const program = resolve('packages/conformance/bin/turnpike-conformance.mjs')
  const { stdout } = await run(process.execPath, [program, '--version'], { cwd: project })
  expect(stdout).toBe(`${VERSION}\n`)
})

it('says its version, and what is wrong with a command line', async () => {
  expect(await check('--version')).toEqual({ code: 0, stdout: `${VERSION}\n`, stderr: '' })
  const wrong = await check('ftp://a.example')
  expect([wrong.code, wrong.stdout]).toEqual([2, ''])
  expect(wrong.stderr).toContain('turnpike-conformance URL [URL ...]')
})
