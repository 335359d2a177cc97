import { randomBytes } from 'node:crypto'
import { ed25519Generator } from '@algorandfoundation/algokit-utils/crypto'
import { expect, it } from 'vitest'
import { buildRequirements } from '@/lib/base/chains/build-requirements'
import { createChains } from '@/lib/base/chains/chains'
import { openGasWallets } from '@/lib/base/chains/facilitator/gas-wallets'
import { readSignedPayment } from '@/lib/base/chains/read-signed-payment'
import { signAvmPayment } from '@/lib/base/chains/testing/signed-avm-payment'
import { supportedBy } from '@/lib/base/chains/testing/signed-payments'
import { createSettlementChains } from '../create-settlement-chains'

const network = 'algorand:SGO1GKSzyE7IEPItTxCByw9x8FmnrCDe'
const [payerSeed, gasSeed] = [1, 2].map(() => new Uint8Array(randomBytes(32)))
if (!payerSeed || !gasSeed) throw new Error('Expected two seeds.')
const gasKey = Buffer.concat([gasSeed, ed25519Generator(gasSeed).ed25519Pubkey]).toString('base64')
const wallets = openGasWallets({ avm: [gasKey] })
const chains = createChains({ networks: { [network]: { rpcUrls: ['http://127.0.0.1:9'], confirmations: 1 } } })
const [chain] = createSettlementChains(chains, wallets, { findAuthorization: chains.findAuthorization })
const requirements = buildRequirements({
  ...{ scheme: 'exact', network, price: '$0.10', maxTimeoutSeconds: 60 },
  payTo: 'A7NMWS3NT3IUDMLVO26ULGXGIIOUQ3ND2TXSER6EBGRZNOBOUIQXHIBGDE',
  supported: supportedBy({ avm: wallets.avm[0]?.address ?? '' }),
})

const check = async (changes: Parameters<typeof signAvmPayment>[2]) => {
  const payload = await signAvmPayment(payerSeed, requirements, changes)
  return chain?.check(readSignedPayment(payload, requirements))
}

it('pays the fees of an honest group', async () => {
  expect(await check({})).toBeNull()
})

it.each([
  ['unsigned', {}],
  ['signed', { feePayerForm: 'signed' } as const],
  ['in a form that can be read as either', { feePayerForm: 'ambiguous' } as const],
])('counts the fees of all transactions of our fee payer that come %s', async (_, form) => {
  const reason = 'invalid_exact_avm_fee_too_high'
  expect(await check({ ...form, fees: [6_001n] })).toMatchObject({ isRefused: true, reason })
  expect(await check({ ...form, fees: [2_001n, 2_000n, 2_000n] })).toMatchObject({ isRefused: true, reason })
  expect(await check({ ...form, fees: [2_000n, 2_000n, 2_000n] })).toBeNull()
})
