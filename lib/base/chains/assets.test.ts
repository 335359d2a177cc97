import { findDefaultAsset as findAvm } from '@x402/avm'
import { findDefaultAsset as findEvm } from '@x402/evm'
import { findDefaultAsset as findSvm } from '@x402/svm'
import { expect, it } from 'vitest'
import { knownNetworks } from '@/lib/base/x402/networks'
import { assetOf } from './assets'

it.each(knownNetworks)('knows the same asset on $name as the SDK', ({ id, family }) => {
  const asset = assetOf(id)
  if (!asset) throw new Error(`Expected an asset on ${id}.`)
  const { address, decimals, symbol } = asset
  const stock = { evm: findEvm, svm: findSvm, avm: findAvm }[family](address, id)
  expect(stock).toMatchObject({ asset: address, decimals, symbol })
  if (family === 'evm') expect(stock).toMatchObject({ name: asset.eip712Name, version: asset.version })
})

it('knows no asset on other networks', () => {
  expect(assetOf('eip155:1')).toBeNull()
  expect(assetOf('__proto__')).toBeNull()
})
