import { expect, it } from 'vitest'
import { localDigits } from './local-digits'

it.each([
  ['0.05 USDC', '0.05 USDC', '0,05 USDC'],
  ['1000000000.00 USDC', '1,000,000,000.00 USDC', '1.000.000.000,00 USDC'],
  ['0.000000000000000001 ETH', '0.000000000000000001 ETH', '0,000000000000000001 ETH'],
  ['−9007199254740993.10', '−9,007,199,254,740,993.10', '−9.007.199.254.740.993,10'],
  ['$1000000', '$1,000,000', '1.000.000\u00a0$'],
  ['$0.10 on eip155:84532', '$0.10 on eip155:84532', '0,10\u00a0$ on eip155:84532'],
  ['Free', 'Free', 'Free'],
])('writes %s as readers of either language do', (text, english, german) => {
  expect(localDigits(text, 'en-GB')).toBe(english)
  expect(localDigits(text, 'de-DE')).toBe(german)
})
