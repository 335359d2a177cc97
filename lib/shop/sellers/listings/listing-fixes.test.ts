import { expect, it } from 'vitest'
import { type FixableRoute, proposeListingFix } from './listing-fixes'

const route: FixableRoute = {
  kind: 'api',
  title: 'The Weather of Évora, for you',
  shopName: 'Café São Jorge — weather and tides of Portugal',
  discovery: { isListed: false },
}

it('takes a service name from the shop, within printable ASCII and 32 characters', () => {
  const { serviceName = '' } = proposeListingFix('has_service_name', route) ?? {}
  expect(serviceName).toMatch(/^[\x20-\x7e]{1,32}$/)
  expect(serviceName).toBe('Cafe Sao Jorge weather and tides')
})

it('offers no name where nothing of the shop’s can be printed', () => {
  expect(proposeListingFix('has_service_name', { ...route, shopName: '商店' })).toBeNull()
})

it('takes at most five tags from the kind and the telling words of the title', () => {
  expect(proposeListingFix('has_tags', route)).toEqual({ tags: ['api', 'weather', 'evora', 'you'] })
})

it('lists a route that is not listed, and leaves to its seller what only they know', () => {
  expect(proposeListingFix('declares_bazaar', route)).toEqual({ isListed: true })
  expect(proposeListingFix('declares_bazaar', { ...route, discovery: { isListed: true } })).toBeNull()
  expect(proposeListingFix('has_description', route)).toBeNull()
})
