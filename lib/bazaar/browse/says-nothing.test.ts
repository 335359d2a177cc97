import { expect, it } from 'vitest'
import { saysNothing } from './present-entry'

it.each([
  [true, null],
  [true, ' '],
  [true, 'Added by scraper. Domain owners can authenticate for free to edit information.'],
  [true, 'Access to protected content'],
  [true, 'Premium API Access'],
  [true, 'Payment required: $0.015'],
  [true, '0.1 USDC on base-sepolia'],
  [true, 'ecd68d18-4ebe-4dcb-a900-43fd597e5d1d'],
  [false, 'Premium weather for 12 cities, by the hour, in JSON'],
  [false, 'Holidays'],
  [false, '获取任意位置的天气'],
])('says %s for whether a text says nothing: %s', (isSilent, text) => {
  expect(saysNothing(text)).toBe(isSilent)
})
