import { describe, expect, it } from 'vitest'
import { routeKinds } from '@/lib/shop/sellers/routes/kinds'
import { catalogs } from '@/lib/site/messages/catalog'
import { type FieldPath, fieldAt, tableOf, textOf } from './route-fields'
import { newValue, textsOf } from './route-value'

const fieldPaths = Object.keys(tableOf) as FieldPath[]

describe('the table of fields', () => {
  it('has a text for every field and choice, and the texts have no others', () => {
    const texts: Record<string, string> = catalogs.en.routeForms.fields
    const chosen = fieldPaths.flatMap((path) => tableOf[path].choices?.map((choice) => textOf(path, choice)) ?? [])
    const keys = [...fieldPaths.map((path) => textOf(path)), ...chosen].filter((key) => !key.startsWith('method-'))
    expect(keys.filter((key) => texts[key] === undefined)).toEqual([])
    expect(Object.keys(texts).filter((key) => !keys.includes(key.replace(/-hint$/, '')))).toEqual([])
  })

  it('names the field of each switch before those that depend on it', () => {
    for (const name of ['signIn', 'metering']) {
      expect(fieldPaths.findIndex((path) => path === name)).toBeLessThan(
        fieldPaths.findIndex((path) => path.startsWith(`${name}.`)),
      )
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
    ['signIn.domain', 'signIn'],
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
