import { type AccountMeta, AccountRole, type Address, generateKeyPairSigner } from '@solana/kit'
import { MEMO_PROGRAM_ADDRESS } from '@x402/svm'
import { expect, it } from 'vitest'
import { buildRequirements } from '@/lib/base/chains/build-requirements'
import { createChains } from '@/lib/base/chains/chains'
import { readSignedPayment } from '@/lib/base/chains/read-signed-payment'
import type { SvmFeePayer } from '@/lib/base/chains/svm/fee-payer'
import { signSvmPayment, supportedBy } from '@/lib/base/chains/testing/signed-payments'
import { createSvmSettlementChain } from './create-svm-settlement-chain'

const network = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const [payer, seller, gas, drained] = await Promise.all([1, 2, 3, 4].map(() => generateKeyPairSigner()))
if (!payer || !seller || !gas || !drained) throw new Error('Expected four signers.')
const wallets: SvmFeePayer[] = [gas, drained].map((signer) => ({
  address: signer.address,
  signer,
  sign: () => Promise.reject(new Error('Nothing is to be signed.')),
}))
const chains = createChains({ networks: { [network]: { rpcUrls: ['http://127.0.0.1:9'], confirmations: 1 } } })
const chain = createSvmSettlementChain({
  ...{ network, assets: [], chains, wallets, findAuthorization: chains.findAuthorization },
  schemes: { kinds: [], signers: {}, verify: () => Promise.reject(new Error('Nothing is to be verified.')) },
})
const requirements = buildRequirements({
  ...{ scheme: 'exact', network, price: '$0.10', maxTimeoutSeconds: 60, payTo: seller.address },
  supported: supportedBy({ svm: gas.address }),
})

const checkWithMemo = async (...accounts: AccountMeta[]) => {
  const programAddress = MEMO_PROGRAM_ADDRESS as Address // A well-known program.
  const memo = { programAddress, accounts, data: Uint8Array.of(65) }
  const payload = await signSvmPayment(payer, requirements, { instructionsAfter: [memo] })
  return chain.check(readSignedPayment(payload, requirements))
}

it('takes a memo that names nobody, or the payer', async () => {
  expect(await checkWithMemo()).toBeNull()
  expect(await checkWithMemo({ address: payer.address, role: AccountRole.READONLY_SIGNER })).toBeNull()
})

it.each([
  ['the fee payer', gas.address, AccountRole.WRITABLE_SIGNER],
  ['the fee payer as one that is only read', gas.address, AccountRole.READONLY],
  ['another wallet of ours', drained.address, AccountRole.WRITABLE],
])('refuses an instruction that names %s', async (_, address, role) => {
  expect(await checkWithMemo({ address, role })).toMatchObject({
    isRefused: true,
    reason: 'invalid_exact_svm_payload_transaction_fee_payer_transferring_funds',
  })
})
