import { expect, test } from 'vitest'
import { loadedBy, surfaces } from './loaded-files'

const [pages, shop] = [
  ['lib/site/messages', 'lib/site/ui', 'lib/site/browser'],
  ['lib/shop/sellers', 'lib/shop/api', 'lib/base/markdown'],
]
/** Where this process reports that it is alive. */
const instances = 'lib/gate/resource-server/instance.ts'
const settling = ['lib/facilitator', 'lib/base/chains/settlement', 'lib/base/chains/facilitator']

/** Rooms that a surface does without. A single file of one, such as a port's other end, is named as an exception. */
test.each([
  ['/weather', [...pages, ...shop, ...settling, 'lib/bazaar', 'lib/mcp'], []],
  [
    '/facilitator/settle',
    [...pages, ...shop, 'lib/bazaar', 'lib/mcp', 'lib/gate/sign-in', 'lib/gate/resource-server'],
    [instances],
  ],
  [
    '/facilitator/discovery/search',
    [...pages, ...shop, ...settling, 'lib/mcp', 'lib/gate/sign-in', 'lib/gate/resource-server', 'lib/payments'],
    [instances],
  ],
  ['/api/v1', [...settling, 'lib/mcp', 'lib/site/ui'], ['lib/facilitator/access/minimum-amounts.ts']],
  ['the library', [...pages, ...shop, ...settling, 'lib/bazaar', 'lib/mcp'], []],
] as const)('%s loads nothing of rooms that it does without', (surface, without, but: readonly string[]) => {
  const loaded = [...loadedBy(surfaces[surface])]
  const needless = loaded.filter((file) => without.some((room) => file.startsWith(`${room}/`)))
  expect(needless.filter((file) => !but.includes(file))).toEqual([])
})

test('counts what a file loads at once, and on demand what it asks for later', () => {
  const entry = ['lib/site/compose/start-server.ts']
  expect(loadedBy(entry)).toContain('lib/base/infra/env.ts')
  expect(loadedBy(entry)).not.toContain('lib/site/compose/application.ts')
  expect(loadedBy(entry, true)).toContain('lib/site/compose/application.ts')
})
