import { expect, it } from 'vitest'
import { writeButton } from './write-frame'

const site = { origin: 'https://shop.example', name: 'A site', accentColor: undefined, testNetworks: null }
const goods = { title: 'On jam', by: 'A shop', path: '/x/shop/jam' }

it.each([
  ['0.02 USDC', 'Buy for 0.02 USDC'],
  ['up to 0.05 USDC', 'Buy for up to 0.05 USDC'],
  ['from 0.02 USDC', 'Buy from 0.02 USDC'],
])('the button of goods that cost %s says %s', async (price, said) => {
  expect(await writeButton({ ...goods, price }, site)).toContain(`<span>${said}</span>`)
})
