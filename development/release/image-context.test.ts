import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { toolSources } from './build-deployment'

/** Reads them as Docker does: the last matching line decides. `**` is any folders, `*` any name. */
const lines = readFileSync('.dockerignore', 'utf8').split('\n').filter(Boolean)
const rules = lines.map((line) => {
  const pattern = line
    .replace(/^!/, '')
    .replace(/[.+]/g, '\\$&')
    .replace(/\*\*\/|\*/g, (star) => (star === '*' ? '[^/]*' : '(.*/)?'))
  return { isAdmitting: line.startsWith('!'), expression: new RegExp(`^${pattern}(/|$)`) }
})
const isAdmitted = (path: string): boolean =>
  rules.findLast(({ expression }) => expression.test(path))?.isAdmitting ?? true

const pages = execFileSync('git', ['ls-files', '--', 'app'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))

it('admits every file to the image’s build that the site and its programs import', async () => {
  const sources = [
    ...['bin/start.mjs', 'instrumentation.ts', 'next.config.ts', 'proxy.ts', 'development/release/main.ts'],
    ...toolSources,
    ...pages,
  ]
  const { metafile } = await build({
    // One program of all of them, so that shared files are read once.
    stdin: { contents: sources.map((source) => `import './${source}'`).join('\n'), resolveDir: process.cwd() },
    bundle: true,
    metafile: true,
    write: false,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    // Next.js loads these itself.
    external: ['*.css', '*.woff2'],
    logLevel: 'error',
  })
  // The client of the database is generated within the build.
  const imported = Object.keys(metafile.inputs).filter(
    (file) => file !== '<stdin>' && !file.startsWith('lib/base/infra/generated/'),
  )
  expect(imported.length).toBeGreaterThan(500)
  expect(imported.filter((file) => !isAdmitted(file))).toEqual([])
})

it('gives npm ci the manifest of every package that lies in the project, so that the lockfile fits them', () => {
  const manifests = readdirSync('packages').map((name) => `packages/${name}/package.json`)
  expect(manifests.length).toBeGreaterThan(2)
  expect(manifests.filter((file) => !isAdmitted(file))).toEqual([])
  const before = readFileSync('Dockerfile', 'utf8').split('RUN npm ci')[0]?.split('\n') ?? []
  const wanted = manifests.map((file) => `COPY ${file} ${dirname(file)}/`)
  expect(wanted.filter((line) => !before.includes(line))).toEqual([])
})
