import { expect, it } from 'vitest'
import { controlOf } from './field-controls'

it.each([
  ['title', 'title'],
  ['teaser', 'body'],
  ['price.dollars', 'price'],
  ['discovery.tags.3', 'tags'],
  ['signIn.entitlementSeconds', 'access'],
  ['signIn.domain', 'sign-in-domain'],
  ['options.2.networks.0', 'option-2-networks'],
  ['options.1.dollars', 'option-1-dollars'],
  ['options', 'options'],
])('leads from a fault in %s to its control', (name, id) => expect(controlOf(name)?.id).toBe(id))

it.each(['input', '', 'constructor', '__proto__'])('knows no control for %j', (name) => {
  expect(controlOf(name)).toBeNull()
})
