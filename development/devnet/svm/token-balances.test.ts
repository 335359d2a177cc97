import { expect, it } from 'vitest'
import { tokenAmount } from './ledger'

it.each([
  [0n, 6, '0'],
  [1n, 6, '0.000001'],
  [1_000_000n, 6, '1'],
  [1_230_000n, 6, '1.23'],
  [18446744073709551615n, 6, '18446744073709.551615'],
  [5n, 0, '5'],
])('writes %i atomic units of %i decimals as %s', (amountAtomic, decimals, text) => {
  expect(tokenAmount(amountAtomic, decimals)).toMatchObject({
    amount: String(amountAtomic),
    decimals,
    uiAmountString: text,
  })
})
