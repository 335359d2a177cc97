import { expect, it } from 'vitest'
import { makeGasKey, openGasWallets } from './gas-wallets'

it.each([
  ['evm', /^0x[0-9a-fA-F]{40}$/],
  ['svm', /^[1-9A-HJ-NP-Za-km-z]{32,44}$/],
  ['avm', /^[A-Z2-7]{58}$/],
] as const)('makes keys of %s that open the wallet of the address beside them, each another', (family, form) => {
  const [one, other] = [makeGasKey(family), makeGasKey(family)]
  expect(one.address).toMatch(form)
  expect(other.address).not.toBe(one.address)
  expect(openGasWallets({ [family]: [one.key] })[family]).toMatchObject([{ address: one.address }])
})
