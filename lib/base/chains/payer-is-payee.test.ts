import { Address } from '@algorandfoundation/algokit-utils/common'
import { ed25519Generator } from '@algorandfoundation/algokit-utils/crypto'
import { generateKeyPairSigner } from '@solana/kit'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { buildRequirements } from './build-requirements'
import { PayloadError } from './errors'
import { readSignedPayment } from './read-signed-payment'
import { signAvmPayment } from './testing/signed-avm-payment'
import { signEvmPayment, signSvmPayment, supportedBy } from './testing/signed-payments'

const wallet = privateKeyToAccount(generatePrivateKey())
const gas = privateKeyToAccount(generatePrivateKey()).address
const [svmWallet, svmGas] = await Promise.all([generateKeyPairSigner(), generateKeyPairSigner()])
const seed = new Uint8Array(32).fill(7)
const avmAddress = new Address(ed25519Generator(seed).ed25519Pubkey).toString()
const avmGas = 'A7NMWS3NT3IUDMLVO26ULGXGIIOUQ3ND2TXSER6EBGRZNOBOUIQXHIBGDE'
const supported = supportedBy({ evm: gas, svm: svmGas.address, avm: avmGas })
const terms = { price: '$0.10', maxTimeoutSeconds: 60, supported }
const evm = { ...terms, network: 'eip155:84532', payTo: wallet.address }

const reasonOf = (read: () => unknown) => {
  try {
    read()
  } catch (error) {
    if (error instanceof PayloadError) return error.reason
    throw error
  }
  return 'accepted'
}

describe('a payment to oneself', () => {
  const single = [
    ['exact by EIP-3009', buildRequirements({ ...evm, scheme: 'exact' })],
    ['exact by Permit2', buildRequirements({ ...evm, scheme: 'exact', assetTransferMethod: 'permit2' })],
    ['upto', buildRequirements({ ...evm, scheme: 'upto' })],
  ] as const

  it.each(single)('is refused: %s', async (_, requirements) => {
    const payload = await signEvmPayment(wallet, requirements)
    expect(reasonOf(() => readSignedPayment(payload, requirements).authorization)).toBe('payer_is_payee')
    const lower = { ...requirements, payTo: requirements.payTo.toLowerCase() }
    expect(reasonOf(() => readSignedPayment(payload, lower).authorization)).toBe('payer_is_payee')
  })

  it('is refused on Solana, where the owners of the token accounts are compared', async () => {
    const network = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
    const requirements = buildRequirements({ ...terms, scheme: 'exact', network, payTo: svmWallet.address })
    const payload = await signSvmPayment(svmWallet, requirements)
    expect(reasonOf(() => readSignedPayment(payload, requirements).authorization)).toBe('payer_is_payee')
  })

  it('is refused on Algorand', async () => {
    const network = 'algorand:SGO1GKSzyE7IEPItTxCByw9x8FmnrCDe'
    const requirements = buildRequirements({ ...terms, scheme: 'exact', network, payTo: avmAddress })
    const payload = await signAvmPayment(seed, requirements)
    expect(reasonOf(() => readSignedPayment(payload, requirements).authorization)).toBe('payer_is_payee')
  })
})
