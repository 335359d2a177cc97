import { guardedPackages, layers, onDemand, parts, types } from './layers'
import { pathOf, type SourceImport } from './read-imports'

const loadedByNext = ['instrumentation.ts', 'instrumentation-client.ts', 'next.config.ts', 'proxy.ts']
const ofDevelopment = ['development', 'e2e']

/** One sentence for each import of a file that layers.ts does not permit. */
export function findTrespasses(file: string, imports: readonly SourceImport[]): string[] {
  return imports.flatMap((each) => {
    const target = pathOf(each.from, file)
    if (target === null) return packageProblem(each.from, file) ?? []
    if (!target.includes('/')) return []
    return onDemandProblem(target, each, file) ?? folderProblem(target, each, file) ?? []
  })
}

/** Tests, the folders that support them, and programs may use any package. */
const isOfTests = (file: string) => /\.test\.tsx?$|\/(testing|invariants)\//.test(file)

function folderProblem(target: string, { isType }: SourceImport, file: string): string | null {
  if (isIn(file, ofDevelopment) && !isIn(file, ['e2e'])) return null
  const alsoTests = isOfTests(file)
    ? [...ofDevelopment, 'lib/base/infra', 'lib/client', 'lib/channels', ...(isIn(file, ['packages']) ? ['lib'] : [])]
    : []
  for (const rows of [layers, parts]) {
    for (const [folder, permitted] of Object.entries(rows)) {
      if (!holds(folder, file) || holds(folder, target)) continue
      // Tests of a part may use all of its product.
      if (rows === parts && isOfTests(file) && isBeside(target, folder)) continue
      const named = isType ? (types[folder] ?? []) : []
      if (![...permitted, ...named, ...alsoTests].some((each) => holds(each, target)))
        return `${folder} may not import ${target}; see layers.ts.`
    }
  }
  return null
}

const isBeside = (target: string, folder: string) => isIn(target, [folder.split('/').slice(0, -1).join('/')])

function onDemandProblem(target: string, { isType, isLater }: SourceImport, file: string): string | null {
  if (isType || isLater || isOfTests(file) || isIn(file, ofDevelopment)) return null
  const asked = onDemand.find((folder) => isIn(target, [folder]) && !isIn(file, [folder]))
  return asked === undefined ? null : `${asked} is loaded by import() only, where it is asked for; see layers.ts.`
}

function packageProblem(name: string, file: string): string | null {
  if (isOfTests(file) || !isIn(file, ['app', 'lib']) || isIn(file, ['lib/site/commands', 'packages/gate/src']))
    return null
  const matches = (pattern: string) =>
    pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
  const guard = guardedPackages.find(({ names }) => names.some(matches))
  if (guard === undefined || guard.users.some((folder) => holds(folder, file))) return null
  return `${file} may not use ${name}; see layers.ts.`
}

function holds(folder: string, file: string): boolean {
  const isServer = file.startsWith('app/') && file.includes('/_server/')
  if (folder === 'root') return loadedByNext.includes(file)
  if (folder === 'app/_server') return isServer
  return isIn(file, [folder]) && !(folder === 'app' && isServer)
}

const isIn = (file: string, folders: readonly string[]) =>
  folders.some((folder) => file === folder || file.startsWith(`${folder}/`) || file.startsWith(`${folder}.`))
