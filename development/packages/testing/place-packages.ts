import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { z } from 'zod'

const names = z.record(z.string()).default({})

const manifestSchema = z.object({
  dependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
  peerDependenciesMeta: z.record(z.object({ optional: z.boolean().optional() })).default({}),
})

/** Links packages of this project into another one, which then sees these and no other. */
export function linkPackages(packages: string[], modules: string): void {
  for (const name of packages) link(resolve('node_modules', name), join(modules, name))
}

/**
 * The same, with copies of them and of all their dependencies, inside of the project: for bundlers that read nothing
 * outside of it. The layout is pnpm's: declared packages are links to a folder that has everything.
 */
export function copyPackages(packages: string[], modules: string): void {
  const store = join(modules, '.store', 'node_modules')
  const home = resolve('node_modules')
  for (const folder of foldersNeededBy(packages.map((name) => join(home, name)))) {
    const place = join(store, relative(home, folder))
    if (!existsSync(place)) cpSync(folder, place, { recursive: true })
  }
  for (const name of packages) link(join(store, name), join(modules, name))
}

function link(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  symlinkSync(from, to)
}

/** The folders of packages, of their dependencies, and so on. */
function foldersNeededBy(folders: string[]): Set<string> {
  const waiting = [...folders]
  const found = new Set<string>()
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (found.has(folder)) continue
    found.add(folder)
    const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
    const peers = Object.keys(manifest.peerDependencies).filter(
      (name) => !manifest.peerDependenciesMeta[name]?.optional,
    )
    const needed = [...Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }), ...peers]
    // An optional package is there for only one kind of machine.
    waiting.push(...needed.flatMap((name) => findPackage(name, folder) ?? []))
  }
  return found
}

/** Where Node.js would find a package, seen from a folder. */
function findPackage(name: string, from: string): string | null {
  const found = join(from, 'node_modules', name)
  if (existsSync(found)) return found
  const above = dirname(from)
  return above === from || from === resolve('.') ? null : findPackage(name, above)
}
