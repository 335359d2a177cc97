import { expect, it } from 'vitest'
import { controlOf } from './field-controls'

it.each([
  ['title', 'title'],
  ['teaser', 'body'],
  ['price.dollars', 'price'],
  ['discovery.tags.3', 'tags'],
  ['signIn.entitlementSeconds', 'access'],
])('leads from a fault in %s to its control', (name, id) => expect(controlOf(name)?.id).toBe(id))

it.each(['input', '', 'constructor', '__proto__'])('knows no control for %j', (name) => {
  expect(controlOf(name)).toBeNull()
})
