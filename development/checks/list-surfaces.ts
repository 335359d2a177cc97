import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownRoutes } from '@/app/_server/plain-routes'

export type Surface = {
  /** In Next.js's form: `/articles/[slug]`, `/x/[...path]`. */
  path: string
  kind: 'page' | 'route'
  /** The exports of a route handler; a page answers GET, and POST to its actions. */
  methods: string[]
}

const methodNames = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Every address of the site, of the app folder's files and of those without, in the order of their paths. */
export function listSurfaces(appFolder = 'app'): Surface[] {
  const found = readdirSync(appFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?:^|\/)(?:page\.tsx|route\.tsx?)$/.test(file))
    .map((file): Surface => {
      const folders = file.split('/').slice(0, -1)
      const path = `/${folders.filter((folder) => !folder.startsWith('(')).join('/')}`
      if (file.endsWith('page.tsx')) return { path, kind: 'page', methods: ['GET', 'POST'] }
      return { path, kind: 'route', methods: exportedMethods(readFileSync(join(appFolder, file), 'utf8')) }
    })
  for (const [path, route] of Object.entries(ownRoutes))
    found.push({ path, kind: 'route', methods: Object.keys(route) })
  return found.sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** Methods that a module exports, declared there or listed in braces. */
function exportedMethods(source: string): string[] {
  const exported = source.match(/^export [^\n]*$|^export \{[^}]*\}/gm)?.join('\n') ?? ''
  return methodNames.filter((method) => new RegExp(`\\b${method}\\b`).test(exported))
}
