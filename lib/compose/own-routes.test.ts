import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { ownRoutes } from './own-routes'

it('holds every paid route of the demo, so that each is listed', async () => {
  const folder = path.resolve('lib/demo')
  const files = readdirSync(folder).filter((file) => file.endsWith('-route.ts'))
  const modules: Record<string, unknown>[] = await Promise.all(files.map((file) => import(path.join(folder, file))))
  const routes = modules.flatMap((module) => Object.values(module))
  expect(routes.length).toBeGreaterThanOrEqual(3)
  expect(routes.filter((route) => !ownRoutes.some((own) => own === route))).toEqual([])
})
