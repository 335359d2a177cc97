import { expect, it } from 'vitest'
import { declarePasses, type PassOffer, readPasses } from './passes'

const offer: PassOffer = { url: 'https://a.example/month', title: 'A month', price: '$2', days: 30, scope: 'shop' }

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
