import { describe, expect, it } from 'vitest'
import { routeKinds } from '@/lib/shop/sellers/routes/kinds'
import { catalogs } from '@/lib/site/messages/catalog'
import { fieldAt, tableOf } from './route-fields'
import { newValue, partAt, textsOf } from './route-value'

describe('the table of fields', () => {
  it('has a text for everything that it names', () => {
    const keys = Object.values(tableOf).flatMap(({ label, hint, choices }) => [
      label,
      ...(hint ? [hint] : []),
      ...Object.values(choices ?? {}).filter((key) => key !== ''),
    ])
    expect(keys.filter((key) => typeof partAt(catalogs.en, key) !== 'string')).toEqual([])
  })

  it('names the field of each switch before those that depend on it', () => {
    const paths = Object.keys(tableOf)
    for (const name of ['signIn', 'streamsOnCredit', 'metering']) {
      expect(paths.indexOf(name)).toBeLessThan(paths.findIndex((path) => path.startsWith(`${name}.`)))
    }
  })

  it.each([
    ['title', 'title'],
    ['teaser', 'body'],
    ['price', 'price.dollars'],
    ['upstream.maxBytes', 'upstream.url'],
    ['discovery', 'discovery.isListed'],
    ['discovery.tags.3', 'discovery.tags'],
    ['signIn.entitlementSeconds', 'signIn'],
    ['signIn.domain', 'signIn.domain'],
    ['options.2.networks.0', 'options.2.networks'],
    ['options.1.dollars', 'options.1.dollars'],
    ['options', 'options'],
  ])('leads from a fault in %s to its control', (path, name) => expect(fieldAt(path)?.name).toBe(name))

  it.each(['input', '', 'constructor', '__proto__'])('knows no control for %j', (path) => {
    expect(fieldAt(path)).toBeNull()
  })
})

it.each(routeKinds)('shows a new %s with networks of test money chosen, and no other text but its defaults', (kind) => {
  const { 'price.networks': priced, networks, ...others } = textsOf(newValue(kind, ['eip155:84532']))
  expect(priced ?? networks).toEqual(['eip155:84532'])
  expect(others).toMatchObject({ title: [''], path: [''] })
})
