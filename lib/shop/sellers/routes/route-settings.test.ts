import { expect, it } from 'vitest'
import { ALGORAND_TESTNET, BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import { type RouteSettings, routeInput } from './route-input'
import { shownPrice, signInNetworks } from './route-settings'
import { planRoute } from './write-route'

const settings = { price: null, options: [], metering: null } as unknown as Parameters<typeof shownPrice>[0] // It reads only these.
const exact = (dollars: string, network: string) => ({ scheme: 'exact' as const, dollars, networks: [network] })
const upto = (dollars: string) => ({ scheme: 'upto' as const, dollars, networks: [BASE_SEPOLIA] })
const price = { dollars: '$0.05', networks: [BASE_SEPOLIA], manySmallCalls: false }
const metering = { unit: 'call' as const, dollars: '$0.01' }

it.each([
  ['one price', { price }, { dollars: '$0.05', isFrom: false, isMetered: false }],
  ['the most of a meter', { price, metering }, { dollars: '$0.05', isFrom: false, isMetered: true }],
  ['what costs nothing', {}, { dollars: null, isFrom: false, isMetered: false }],
  [
    'prices that differ, by the least',
    { price, options: [exact('$0.05', BASE_SEPOLIA), exact('$0.009', SOLANA_DEVNET)] },
    { dollars: '$0.009', isFrom: true, isMetered: false },
  ],
  [
    'one price for two ways, however it is written',
    { price, options: [exact('$0.05', BASE_SEPOLIA), exact('$0.050', SOLANA_DEVNET)] },
    { dollars: '$0.05', isFrom: false, isMetered: false },
  ],
  [
    'a fixed price below the most of a meter',
    { price, metering, options: [upto('$0.05'), exact('$0.02', SOLANA_DEVNET)] },
    { dollars: '$0.02', isFrom: true, isMetered: false },
  ],
])('shows %s', (_what, own, shown) => expect(shownPrice({ ...settings, ...own })).toEqual(shown))

it('keeps every network where a route was sold, since its buyers sign in there', () => {
  const api = { kind: 'api', title: 'An API', method: 'GET', path: '/a', upstream: { url: 'http://127.0.0.1' } }
  const soldOn = (network: string, before: RouteSettings | null) =>
    planRoute('shop', routeInput.parse({ ...api, price: { dollars: '$0.01', networks: [network] } }), { before })
      .settings
  const moved = soldOn(SOLANA_DEVNET, soldOn(BASE_SEPOLIA, soldOn(ALGORAND_TESTNET, null)))
  expect(moved.soldOn).toEqual([BASE_SEPOLIA, ALGORAND_TESTNET])
  const back = soldOn(BASE_SEPOLIA, moved)
  expect(signInNetworks(back)).toEqual([BASE_SEPOLIA, SOLANA_DEVNET, ALGORAND_TESTNET])
  expect(soldOn(BASE_SEPOLIA, back)).toEqual(back)
})
