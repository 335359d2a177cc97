import { expect, it } from 'vitest'
import { declarePasses, type PassOffer, readPasses, worthOfPass } from './passes'

const offer: PassOffer = { url: 'https://a.example/month', title: 'A month', price: '$2', days: 30, scope: 'shop' }

it.each([
  ['cheaper from the purchase after those that cost the same', offer, '$0.50', { kind: 'from', count: 5 }],
  ['from the first, where it costs less than one', offer, '$2.01', { kind: 'from', count: 1 }],
  ['from a late one too', offer, '$0.001', { kind: 'from', count: 2001 }],
  ['not compared with a price that is not fixed', offer, null, null],
  ['nor with a price of nothing', offer, '$0', null],
  ['nor with a price that no sum holds', offer, `$1${'0'.repeat(60)}`, null],
  ['nor where nobody buys so often', offer, '$0.0001', null],
  [
    'by the call, all of them used, rounded up',
    { ...offer, callsPerDay: 100 },
    '$0.001',
    { kind: 'call', dollars: '$0.00067' },
  ],
  [
    'exactly, where no figure is lost',
    { ...offer, callsPerDay: 10, days: 10 },
    null,
    { kind: 'call', dollars: '$0.02' },
  ],
])('what a pass costs beside single purchases is %s', (_what, pass, each, worth) => {
  expect(worthOfPass(pass, each)).toEqual(worth)
})

it('reads what a 402 of ours declares', () => {
  expect(readPasses({ passes: declarePasses([offer]) }, 'https://a.example/text')).toEqual([offer])
})

it.each([
  ['at another origin', { ...offer, url: 'https://b.example/month' }],
  ['at an address that runs', { ...offer, url: 'javascript:alert(1)' }],
  ['without a price', { ...offer, price: 'two' }],
  ['at a price that no page has room for', { ...offer, price: `$${'9'.repeat(40)}` }],
  ['for no days', { ...offer, days: 0 }],
  ['with a title of a page', { ...offer, title: 'x'.repeat(201) }],
])('leaves out a pass of a foreign 402 %s', (_what, named) => {
  expect(readPasses({ passes: { info: { passes: [named, offer] } } }, 'https://a.example/text')).toEqual([offer])
  expect(readPasses({ passes: { info: named } }, 'https://a.example/text')).toEqual([])
  expect(readPasses({ passes: { info: { passes: [named] } } }, 'mcp://tool/a')).toEqual([])
})
