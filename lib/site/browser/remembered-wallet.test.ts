import { expect, it } from 'vitest'
import { parseRememberedWallet } from './remembered-wallet'

const address = '0x9c85258d9A00C01d00deD98065Ea3840df06B9c3'
const solana = '7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK'

it.each([
  ['evm', address],
  ['svm', solana],
] as const)('names the %s wallet of an earlier visit', (family, of) => {
  const text = JSON.stringify(['a.wallet', 'A wallet', of])
  expect(parseRememberedWallet(family, encodeURIComponent(text))).toEqual({
    family,
    id: 'a.wallet',
    name: 'A wallet',
    address: of,
  })
})

it.each([
  ...[null, '', '{', '%', 'null', '[]', '{}', '"0x"', `["a","A","${solana}"]`, `["a","A","<b>"]`],
  ...[`["","A","${address}"]`, `[1,"A","${address}"]`, `["a","A","${address}",1]`, `["a","A"]`],
])('is nobody where %j is kept', (text) => expect(parseRememberedWallet('evm', text)).toBeNull())
