import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { listSurfaces } from '@/development/checks/list-surfaces'
import { goodsRoutes, otherRoutes } from './plain-routes'
import { programRoutes } from './program-routes'

it.each(Object.keys(goodsRoutes))('%s is answered by the file at that address', async (path) => {
  expect(goodsRoutes[path]).toBe(await import(/* @vite-ignore */ resolve(`app${path}/route.ts`)))
})

it('names the methods of every other route as its file has them', () => {
  const named = Object.entries(otherRoutes).map(([path, route]) => [path, Object.keys(route)])
  const isOther = (path: string) =>
    !(path in goodsRoutes || path in programRoutes) && !/^\/(devnet|refused|articles)\b/.test(path)
  const files = listSurfaces().filter(({ kind, path }) => kind === 'route' && isOther(path))
  expect(named.toSorted()).toEqual(files.map(({ path, methods }) => [path, methods]).toSorted())
  expect(named.filter(([path]) => /^\/(facilitator|mcp|x|api\/v1|weather)(\/|$)/.test(String(path)))).toEqual([])
})
