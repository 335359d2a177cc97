import { fileOf, readAllImports } from './read-imports'

const programs = 'app/_server/program-routes.ts'
const base = 'lib/site/compose/base.ts'
const gate = 'lib/site/compose/open-gate.ts'
const bazaar = 'lib/site/compose/open-bazaar.ts'
const shop = 'lib/site/compose/open-shop.ts'

/** The file that a surface's request reaches, and those that open its product: another's may be behind the gate. */
export const surfaces = {
  '/weather': ['lib/site/compose/demo-route.ts', base, gate],
  '/facilitator/settle': [programs, base, 'lib/site/compose/open-facilitator.ts'],
  '/facilitator/discovery/search': [programs, base, bazaar],
  '/api/v1': [programs, base, shop],
  '/mcp': [programs, base, gate, shop, bazaar, 'lib/site/compose/open-mcp.ts'],
  'the library': ['packages/gate/src/index.ts'],
} satisfies Record<string, readonly string[]>

/**
 * Our files that these load, themselves included, by their imports at the start. Types load nothing.
 * @param alsoLater with files that `import()` loads afterwards
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
