import { expect, it } from 'vitest'
import type { PricedOption } from '@/lib/base/x402/payment-option'
import { offerOptions } from '@/lib/gate/resource-server/compile-route'
import { channelSchemes } from './channel-scheme'

const option = (scheme: PricedOption['scheme'], network: string): PricedOption => ({
  ...{ scheme, network },
  price: '$0.001',
  payTo: '0x',
})
const kinds = ['eip155:1', 'eip155:2'].map((network) => ({ x402Version: 2, scheme: 'batch-settlement', network }))
const offered = (
  accepts: PricedOption[],
  more: { manySmallCalls?: boolean; isStreaming?: boolean; offersOnPages?: boolean } = {},
) =>
  offerOptions({ schemes: channelSchemes() }, { accepts, ...more }, { kinds, extensions: [], signers: {} }).map(
    ({ scheme, network }) => `${scheme} ${network}`,
  )

it('offers exact first on each network, whatever the seller named first, and keeps the order of networks', () => {
  const accepts = [
    option('batch-settlement', 'eip155:1'),
    option('upto', 'eip155:2'),
    option('exact', 'eip155:1'),
    option('exact', 'eip155:2'),
  ]
  expect(offered(accepts)).toEqual(['exact eip155:1', 'exact eip155:2', 'batch-settlement eip155:1', 'upto eip155:2'])
})

it('offers the channels of many small calls after exact', () => {
  const accepts = [option('exact', 'eip155:1'), option('exact', 'solana:x')]
  expect(offered(accepts, { manySmallCalls: true })).toEqual([
    'exact eip155:1',
    'batch-settlement eip155:1',
    'exact solana:x',
  ])
})

it('S-21: offers a metered stream only out of channels, and not at all where none are', () => {
  const accepts = [option('upto', 'eip155:1'), option('upto', 'solana:x')]
  expect(offered(accepts, { isStreaming: true })).toEqual(['batch-settlement eip155:1'])
  expect(offered([option('upto', 'solana:x')], { isStreaming: true })).toEqual([])
})

it.each([
  ['$0.0099', ['exact eip155:1']],
  ['$0.01', ['exact eip155:1', 'batch-settlement eip155:1']],
  ['$20', ['exact eip155:1', 'batch-settlement eip155:1']],
  ['$20.01', ['exact eip155:1']],
  ['$1000000', ['exact eip155:1']],
])('offers a budget for a price of which several are bought: %s', (price, ways) => {
  expect(offered([{ ...option('exact', 'eip155:1'), price }], { offersOnPages: true })).toEqual(ways)
})
