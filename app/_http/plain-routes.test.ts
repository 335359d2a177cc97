import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { listSurfaces } from '@/development/checks/list-surfaces'
import { plainRoutes } from './plain-routes'

it.each(Object.keys(plainRoutes))('%s is answered by the file at that address', async (path) => {
  expect(plainRoutes[path]).toBe(await import(/* @vite-ignore */ resolve(`app${path}/route.ts`)))
})

it('has every address at which programs pay, settle, search and sell', () => {
  const forPrograms = /^\/(facilitator|mcp|x|api\/v1|weather)(\/|$)/
  const routes = listSurfaces().filter(({ kind }) => kind === 'route')
  const wanted = routes.map(({ path }) => path).filter((path) => forPrograms.test(path))
  expect(wanted.length).toBeGreaterThan(15)
  expect(wanted.filter((path) => !(path in plainRoutes))).toEqual([])
})
