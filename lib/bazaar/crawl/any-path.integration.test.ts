import { expect, it } from 'vitest'
import { answer402, bazaar, challenge, createCatalogWorld } from '@/development/testing/catalog-world'
import { untilBlocked } from '@/development/testing/until-blocked'
import { askAnyPath } from './any-path'

it('takes the entries of a host in one order, wherever they lie in the table', async () => {
  const world = await createCatalogWorld()
  const origin = await world.serve((request, response) => {
    if (request.url?.startsWith('/listed')) answer402(response, challenge({ extensions: bazaar() }))
    else response.writeHead(404).end()
  })
  const { database } = world
  for (const path of ['/listed/a', '/listed/b', '/listed/c']) {
    await world.catalog.probe({ url: `${origin}${path}` })
    world.advance(10_000)
  }
  const [first, ...others] = await database.catalogEntry.findMany({
    where: { resource: { startsWith: origin } },
    orderBy: { id: 'asc' },
  })
  expect(others).toHaveLength(2)
  // Written again, it lies behind the others.
  await database.$executeRaw`UPDATE catalog_entries SET last_updated_at = last_updated_at WHERE id = ${first?.id}`
  await database.$executeRaw`UPDATE catalog_hosts SET any_path_at = NULL`
  const asking = await database.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT FROM catalog_entries WHERE id = ${first?.id} FOR UPDATE`
    const asking = askAnyPath(world.deps, new URL(origin), world.deps.clock())
    await untilBlocked(database)
    const free = await database.$queryRaw`
      SELECT id FROM catalog_entries WHERE id = ANY(${others.map(({ id }) => id)}) ORDER BY id FOR UPDATE SKIP LOCKED`
    expect(free).toHaveLength(2)
    return { ended: asking }
  })
  expect(await asking.ended).toMatchObject({ isPaid: false })
  await world.stop()
})
