import { privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { buildRequirements } from '@/lib/base/chains/build-requirements'
import { readSignedPayment } from '@/lib/base/chains/read-signed-payment'
import type { SettlementChain } from '@/lib/base/chains/settlement/settlement-chain'
import { signEvmPayment, supportedBy } from '@/lib/base/chains/testing/signed-payments'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { readPayment } from './read-payment'

const [buyer, seller] = [1, 2].map((digit) => privateKeyToAccount(`0x${String(digit).repeat(64)}`))
if (!buyer || !seller) throw new Error('Expected two accounts.')
const requirements = buildRequirements({
  scheme: 'upto',
  price: '$0.10',
  network: BASE_SEPOLIA,
  payTo: seller.address,
  maxTimeoutSeconds: 60,
  supported: supportedBy({ evm: seller.address }),
})
const payload = await signEvmPayment(buyer, requirements)
const assets = [requirements.asset.toLowerCase()]
const chain = { network: BASE_SEPOLIA, assets, kinds: [{ scheme: 'upto' }], further: [] }
const chains = [chain as unknown as SettlementChain] // No more of it is used.

it.each([
  ['read before', readSignedPayment(payload, requirements)],
  ['read here', undefined],
])('settles no more than a payment authorises, %s', (_, signed) => {
  const readFor = (amount: string) => {
    const asked = { paymentPayload: payload, paymentRequirements: { ...requirements, amount } }
    return readPayment(chains, signed ? { ...asked, signed } : asked)
  }
  expect(readFor('100000')).toMatchObject({ payment: { requirements: { amount: '100000' } } })
  const refusal = expect.objectContaining({ reason: 'invalid_upto_evm_payload_settlement_exceeds_amount' })
  expect(() => readFor('100001')).toThrow(refusal)
})
