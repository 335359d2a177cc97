import { expect, it } from 'vitest'
import { writeButton } from './write-frame'

const site = { origin: 'https://shop.example', name: 'A site', accentColor: undefined, testNetworks: null }
const goods = { title: 'On jam', by: 'A shop', path: '/x/shop/jam' }

it.each([
  ['en', '0.02 USDC', false, 'Buy for 0.02 USDC'],
  ['en', 'up to 0.05 USDC', false, 'Buy for up to 0.05 USDC'],
  ['en', 'from 0.02 USDC', true, 'Buy from 0.02 USDC'],
  ['de', '0.02 USDC', false, 'Kaufen für 0.02 USDC'],
  ['de', 'bis zu 0.05 USDC', false, 'Kaufen für bis zu 0.05 USDC'],
  ['de', 'ab 0.02 USDC', true, 'Kaufen ab 0.02 USDC'],
] as const)('the button in %s of goods that cost %s says it', async (language, price, isFrom, said) => {
  expect(await writeButton({ ...goods, price, isFrom }, site, language)).toContain(`<span>${said}</span>`)
})
