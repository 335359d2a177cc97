import { expect, it } from 'vitest'
import { isPassingHost, isUnencrypted, saysNothing } from './doubtful-listing'

it.each([
  [true, 'nonvisceral-eloisa-mousily.ngrok-free.dev'],
  [true, 'recoup-api-git-sweetmantech-myc-3552.vercel.app'],
  [true, 'staging.toolkit.dev'],
  [true, 'api-dev.intra.example.link'],
  [true, 'x402-test.mypinata.cloud'],
  [false, 'dev.to'],
  [false, 'latest.example.com'],
  [false, 'x402.coinstats.app'],
  [false, 'restricted-party-screen.vercel.app'],
])('says %s for whether a host passes: %s', (isPassing, host) => {
  expect(isPassingHost(host)).toBe(isPassing)
})

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

it.each([
  [true, 'http://tides.example/now'],
  [false, 'https://tides.example/now'],
  [false, 'http://localhost:4021/now'],
  [false, 'mcp://tool/tides'],
])('says %s for whether an address is unencrypted: %s', (isOpen, resource) => {
  expect(isUnencrypted(resource)).toBe(isOpen)
})
