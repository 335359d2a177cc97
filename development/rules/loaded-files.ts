import { fileOf, readAllImports } from './read-imports'

/** The files of each surface: the one that a request reaches, and the one that opens what answers it. */
export const surfaces: Readonly<Record<string, readonly string[]>> = {
  '/weather': ['app/weather/route.ts', 'lib/compose/application.ts'],
  '/facilitator/settle': ['app/facilitator/settle/route.ts', 'lib/compose/application.ts'],
  '/facilitator/discovery/search': ['app/facilitator/discovery/search/route.ts', 'lib/compose/application.ts'],
  '/api/v1': ['app/api/v1/[...path]/route.ts', 'lib/compose/application.ts'],
  '/mcp': ['app/mcp/route.ts', 'lib/compose/application.ts'],
  'the library': ['lib/library/index.ts'],
}

/**
 * Files of ours that these load, themselves included: by what is imported when they start. Types load nothing.
 * @param alsoLater with what `import()` asks for afterwards
 */
export function loadedBy(entries: readonly string[], alsoLater = false): ReadonlySet<string> {
  const imports = readAllImports()
  const loaded = new Set<string>()
  const load = (file: string) => {
    if (loaded.has(file)) return
    loaded.add(file)
    for (const { from, isType, isLater } of imports.get(file) ?? []) {
      const next = isType || (isLater && !alsoLater) ? null : fileOf(from, file)
      if (next) load(next)
    }
  }
  for (const entry of entries) load(entry)
  return loaded
}
