import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'

/** One import, or one export from another file. Types load nothing; `import()` loads later. */
export type SourceImport = { from: string; isType: boolean; isLater: boolean }

const folders = ['app', 'development', 'e2e', 'lib', 'packages']
const loadedByNext = ['instrumentation.ts', 'instrumentation-client.ts', 'next.config.ts', 'proxy.ts']

let sources: ReadonlyMap<string, string> | null = null
let known: ReadonlyMap<string, SourceImport[]> | null = null

/** Our sources, by their path from the project's root; read once for all tests of a process. */
export const readSources = (): ReadonlyMap<string, string> => (sources ??= readEach())

export const readAllImports = (): ReadonlyMap<string, SourceImport[]> =>
  (known ??= new Map([...readSources()].map(([file, source]) => [file, readImports(file, source)])))

function readEach(): ReadonlyMap<string, string> {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.includes('generated/'))
      .map((file) => path.posix.join(folder, file)),
  )
  return new Map([...loadedByNext, ...files].map((file) => [file, readFileSync(file, 'utf8')]))
}

export function readImports(file: string, source: string): SourceImport[] {
  const { module, errors } = parseSync(file, source)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) => (moduleRequest ? [{ from: moduleRequest.value, isType }] : [])),
  )
  const imported = module.staticImports.map(({ moduleRequest, entries }) => ({
    from: moduleRequest.value,
    isType: entries.length > 0 && entries.every(({ isType }) => isType),
  }))
  const later = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const [, from] = /^['"`](.*)['"`]$/.exec(source.slice(start, end)) ?? []
    return from === undefined ? [] : [{ from, isType: false, isLater: true }]
  })
  return [...[...imported, ...exported].map((each) => ({ ...each, isLater: false })), ...later]
}

/** The project path in an import, as written; null for a package. */
export function pathOf(from: string, file: string): string | null {
  if (from.startsWith('@/')) return from.slice(2)
  return from.startsWith('.') ? path.posix.join(path.posix.dirname(file), from) : null
}

/** The file of ours that an import names; null for packages, styles and data. */
export function fileOf(from: string, file: string): string | null {
  const base = pathOf(from, file)
  if (base === null) return null
  return [base, `${base}.ts`, `${base}.tsx`].find((each) => /\.tsx?$/.test(each) && existsSync(each)) ?? null
}
