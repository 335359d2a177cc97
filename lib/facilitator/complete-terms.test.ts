import { expect, it } from 'vitest'
import { completeTerms } from './http/create-facilitator-http'

const kinds = [
  { x402Version: 2, scheme: 'exact', network: 'eip155:84532', extra: { name: 'USDC', version: '2', decimals: 6 } },
  { x402Version: 2, scheme: 'exact', network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', extra: { feePayer: 'F' } },
]
const complete = (...accepts: unknown[]) => completeTerms({ kinds }, accepts)

it('adds the asset, its domain and the fee payer, and keeps what the server says', () => {
  const terms = { scheme: 'exact', network: 'base-sepolia', amount: '1', payTo: '0x1', extra: { own: true } }
  expect(complete(terms)).toEqual([
    {
      ...{ scheme: 'exact', network: 'eip155:84532', amount: '1', payTo: '0x1', maxTimeoutSeconds: 60 },
      asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
      extra: { name: 'USDC', version: '2', decimals: 6, own: true },
    },
  ])
  expect(complete({ ...terms, network: 'solana-devnet', maxTimeoutSeconds: 5 })).toMatchObject([
    { network: kinds[1]?.network, extra: { feePayer: 'F', own: true }, maxTimeoutSeconds: 5 },
  ])
})

it('says nothing of the name of an asset that it does not know', () => {
  const [terms] = complete({ scheme: 'exact', network: 'eip155:84532', asset: '0x2' })
  expect(terms).toMatchObject({ asset: '0x2', extra: {} })
  expect(terms).not.toMatchObject({ extra: { name: 'USDC' } })
})

it('leaves out what is not settled here, and what is no terms', () => {
  const other = { scheme: 'upto', network: 'eip155:84532' }
  expect(complete(other, { scheme: 'exact', network: 'eip155:1' }, null, 'x', [], {}, { network: 1 })).toEqual([])
})
