import { ExactAvmScheme } from '@x402/avm/exact/server'
import { x402ResourceServer } from '@x402/core/server'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { UptoEvmScheme } from '@x402/evm/upto/server'
import { ExactSvmScheme } from '@x402/svm/exact/server'
import { expect, it } from 'vitest'
import { buildRequirements } from './build-requirements'
import { declareGasSponsoring } from './gas-policy'
import { supportedBy } from './testing/signed-payments'

const payTo = {
  evm: '0x5fDa30cf8b9d7dC2B1d7B2dB5ad1A60Ff9A1b2C3',
  svm: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
  avm: 'A7NMWS3NT3IUDMLVO26ULGXGIIOUQ3ND2TXSER6EBGRZNOBOUIQXHIBGDE',
}
const supported = supportedBy({
  evm: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  svm: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  avm: payTo.avm,
})

async function stockRequirements(scheme: string, network: `${string}:${string}`, price: string, to: string) {
  const facilitator = {
    getSupported: async () => ({ ...supported, kinds: supported.kinds as never }),
    verify: () => Promise.reject(new Error('not asked')),
    settle: () => Promise.reject(new Error('not asked')),
  }
  const server = new x402ResourceServer(facilitator)
    .register('eip155:*', new ExactEvmScheme())
    .register('eip155:*', new UptoEvmScheme())
    .register('solana:*', new ExactSvmScheme())
    .register('algorand:*', new ExactAvmScheme())
  await server.initialize()
  const [first] = await server.buildPaymentRequirements({ scheme, network, price, payTo: to, maxTimeoutSeconds: 60 })
  return first
}

it.each([
  ['exact', 'eip155:84532', payTo.evm],
  ['exact', 'eip155:8453', payTo.evm],
  ['upto', 'eip155:84532', payTo.evm],
  ['upto', 'eip155:8453', payTo.evm],
  ['exact', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', payTo.svm],
  ['exact', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', payTo.svm],
  ['exact', 'algorand:SGO1GKSzyE7IEPItTxCByw9x8FmnrCDe', payTo.avm],
] as const)('offers %s on %s as the SDK’s own server does', async (scheme, network, to) => {
  for (const price of ['$0.10', '$1', '$0.000001', '$1234.5']) {
    const ours = buildRequirements({ scheme, network, price, payTo: to, maxTimeoutSeconds: 60, supported })
    expect(ours).toEqual(await stockRequirements(scheme, network, price, to))
  }
})

const terms = { scheme: 'exact', network: 'eip155:84532', price: '$0.10', payTo: payTo.evm, supported } as const
const build = (changes: object) => () => buildRequirements({ ...terms, maxTimeoutSeconds: 60, ...changes })

it('rounds a price to the nearest atomic unit, where the SDK cuts it off', () => {
  expect(build({ price: '$0.0000015' })().amount).toBe('2')
  expect(build({ price: '$0.00000149' })().amount).toBe('1')
})

it.each([
  ['a network with a known asset', { network: 'eip155:1' }],
  ['a network with a known asset', { network: 'base' }],
  ['an address of', { payTo: payTo.svm }],
  ['an address of', { network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' }],
  ['an address that somebody has the key of', { payTo: `0x${'0'.repeat(40)}` }],
  ['a dollar amount', { price: '0.10' }],
  ['the smallest amount there is', { price: '$0.0000001' }],
  ['does not support', { scheme: 'upto', supported: supportedBy({}) }],
  ['does not support', { supported: { kinds: [{ x402Version: 1, scheme: 'exact', network: 'eip155:84532' }] } }],
  [
    'names no facilitatorAddress',
    { scheme: 'upto', supported: { kinds: [{ x402Version: 2, scheme: 'upto', network: 'eip155:84532' }] } },
  ],
])('refuses with words on %s: %j', (words, changes) => {
  expect(build(changes)).toThrow(words)
})

it('declares gas sponsoring where Permit2 is used, for tokens with permits only', () => {
  const plain = { ...build({ assetTransferMethod: 'permit2' })(), asset: `0x${'9a'.repeat(20)}` }
  expect(declareGasSponsoring([plain])).toEqual({})
  const both = [plain, build({ scheme: 'upto' })()]
  expect(Object.keys(declareGasSponsoring(both))).toEqual(['eip2612GasSponsoring'])
  expect(Object.keys(declareGasSponsoring([build({ scheme: 'upto' })()]))).toEqual(['eip2612GasSponsoring'])
  expect(Object.keys(declareGasSponsoring([build({ assetTransferMethod: 'permit2' })()]))).toHaveLength(1)
  expect(declareGasSponsoring([build({})()])).toEqual({})
})
