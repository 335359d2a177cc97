import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { loadGoods } from './load-goods'

it('loads no goods where this is no demo', async () => {
  expect(await loadGoods({ isDemo: false })).toBeNull()
})

it('holds every paid route of the demo, so that each is listed', async () => {
  const folder = path.resolve('lib/site/demo')
  const files = readdirSync(folder).filter((file) => file.endsWith('-route.ts'))
  const modules: Record<string, unknown>[] = await Promise.all(files.map((file) => import(path.join(folder, file))))
  const routes = modules.flatMap((module) => Object.values(module))
  expect(routes.length).toBeGreaterThanOrEqual(3)
  const goods = await loadGoods({ isDemo: true })
  expect(routes.filter((route) => !goods?.routes.some((own) => own === route))).toEqual([])
})
