import { expect, it } from 'vitest'
import { gasInWords } from './gas-in-words'
import { BASE_SEPOLIA } from './networks'

it.each([
  ['9694002335318671720', '9.694 ETH'],
  ['500000000000000000', '0.5 ETH'],
  ['1234567890123456', '0.00123456 ETH'],
  ['123456789000000000000000000', '123456789 ETH'],
  ['1', '0.000000000000000001 ETH'],
  ['0', '0 ETH'],
])('says %s wei in six digits that count', (wei, words) => {
  expect(gasInWords(BASE_SEPOLIA, wei)).toBe(words)
})
