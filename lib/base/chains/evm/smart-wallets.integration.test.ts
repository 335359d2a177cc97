import { ExactEvmScheme } from '@x402/evm/exact/client'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { walletAt } from '@/development/devnet/testing/evm-parties'
import { evmDevnetAccount, evmDevnetKey } from '@/development/devnet/wallets'
import { type LocalChains, startLocalChains } from '@/development/testing/local-chains'
import { openOneOwnerWallet, openSmartWallet, type SmartWallet } from '@/development/testing/smart-wallet'
import { createFacilitatorSchemes } from '@/lib/base/chains/facilitator/facilitator-schemes'
import { openGasWallets } from '@/lib/base/chains/facilitator/gas-wallets'
import type { PaymentPayload } from '@/lib/base/x402/wire'
import { buildRequirements } from '../build-requirements'
import { readSignedPayment } from '../read-signed-payment'
import { signEvmPayment, supportedBy } from '../testing/signed-payments'
import type { EvmCall } from './evm-call'
import { buildSettlementCall } from './settlement-call'

const network = 'eip155:84532'
const silent = { rpcUrls: ['http://127.0.0.1:9'] }
const gas = evmDevnetAccount('gas')
const requirements = buildRequirements({
  ...{ scheme: 'exact', network, price: '$0.10', payTo: evmDevnetAccount('seller').address, maxTimeoutSeconds: 60 },
  supported: supportedBy({ evm: gas.address }),
})

let local: LocalChains

beforeAll(async () => {
  local = await startLocalChains()
})

afterAll(() => local.stop())

async function send({ to, data }: EvmCall): Promise<void> {
  const wallet = walletAt(local.devnet.evmRpcUrl, gas)
  await wallet.waitForTransactionReceipt({ hash: await wallet.sendTransaction({ to, data }) })
}

async function freshWallet(state: 'deployed' | 'undeployed'): Promise<SmartWallet> {
  const owner = privateKeyToAccount(generatePrivateKey())
  const wallet = await openSmartWallet(local.chainsWith().evmClient(network), owner)
  await local.devnet.fund({ network, address: wallet.address })
  if (state === 'deployed') await send(wallet.deployment)
  return wallet
}

async function sign(wallet: SmartWallet, form?: 'undeployed'): Promise<PaymentPayload> {
  const signTypedData = (data: object) =>
    wallet.signTypedData(data as Parameters<SmartWallet['signTypedData']>[0], form) // The SDK's looser type.
  const scheme = new ExactEvmScheme({ address: wallet.address, signTypedData })
  const { payload } = await scheme.createPaymentPayload(2, requirements)
  return { x402Version: 2, accepted: requirements, payload }
}

const openSchemes = async (changes = {}) =>
  createFacilitatorSchemes(local.chainsWith(changes), openGasWallets({ evm: [evmDevnetKey('gas')] }))

describe.each([
  ['deployed (EIP-1271)', 'deployed', undefined],
  ['not deployed yet (EIP-6492)', 'undeployed', 'undeployed'],
] as const)('a wallet that is %s', (_, state, form) => {
  it('pays: its signature is asked of the chain, verified and settled', async () => {
    const chains = local.chainsWith()
    const wallet = await freshWallet(state)
    const payload = await sign(wallet, form)
    expect(await chains.checkSignature(requirements.network, readSignedPayment(payload, requirements))).toEqual({
      isValid: true,
      isLocal: false,
    })
    expect(await (await openSchemes()).verify(payload, requirements)).toMatchObject({ isValid: true })
    const { deployment, call } = buildSettlementCall(readSignedPayment(payload, requirements))
    if (deployment) await send(deployment)
    await send(call)
    expect(await chains.findAuthorization(readSignedPayment(payload, requirements).authorization)).toMatchObject({
      state: 'settled',
    })
  })

  it('is refused when another wallet’s owner signed', async () => {
    const [wallet, other] = [await freshWallet(state), await freshWallet(state)]
    const payload = await sign({ ...other, address: wallet.address }, form)
    const verdict = await local
      .chainsWith()
      .checkSignature(requirements.network, readSignedPayment(payload, requirements))
    expect(verdict).toEqual({ isValid: false, invalidReason: 'invalid_exact_evm_signature', isLocal: false })
  })

  it('is never taken for a forgery because the chain does not answer', async () => {
    const payload = await sign(await freshWallet(state), form)
    const check = local
      .chainsWith(silent)
      .checkSignature(requirements.network, readSignedPayment(payload, requirements))
    await expect(check).rejects.toMatchObject({ name: 'RpcUnreachableError', network })
  })

  it('signs in, and is refused for another text', async () => {
    const chains = local.chainsWith()
    const wallet = await freshWallet(state)
    const proof = { type: 'eip191', chainId: network, address: wallet.address } as const
    const signature = await wallet.signMessage('Sign in', form)
    expect(await chains.verifyMessageSignature({ ...proof, message: 'Sign in', signature })).toEqual({ valid: true })
    const forged = await chains.verifyMessageSignature({ ...proof, message: 'Sign out', signature })
    expect(forged).toEqual({ valid: false, error: 'the signature is not by that wallet' })
    const cut = await local.chainsWith(silent).verifyMessageSignature({ ...proof, message: 'Sign in', signature })
    expect(cut).toEqual({ valid: false, error: 'the chain of the smart wallet cannot be reached' })
  })
})

describe('a wallet whose signatures are 65 bytes long', () => {
  it('signs in with and without saying what it is, and never as a key', async () => {
    const owner = privateKeyToAccount(generatePrivateKey())
    const wallet = await openOneOwnerWallet({ rpcUrl: local.devnet.evmRpcUrl, attacker: gas }, owner)
    const signature = await wallet.signMessage('Sign in')
    const proof = { type: 'eip191', chainId: network, address: wallet.address, message: 'Sign in', signature } as const
    const chains = local.chainsWith()
    expect(await chains.verifyMessageSignature(proof)).toEqual({ valid: true })
    expect(await chains.verifyMessageSignature({ ...proof, signatureScheme: 'eip1271' })).toEqual({ valid: true })
    const refused = { valid: false, error: 'the signature is not by that wallet' }
    expect(await chains.verifyMessageSignature({ ...proof, signatureScheme: 'eip191' })).toEqual(refused)
    expect(await chains.verifyMessageSignature({ ...proof, message: 'Sign out' })).toEqual(refused)
  })
})

describe('verifying an ordinary payment', () => {
  const rich = evmDevnetAccount('buyer')

  it('accepts it, and refuses the one of a wallet without the money', async () => {
    const schemes = await openSchemes()
    const poor = await signEvmPayment(privateKeyToAccount(generatePrivateKey()), requirements)
    expect(await schemes.verify(await signEvmPayment(rich, requirements), requirements)).toMatchObject({
      isValid: true,
    })
    expect(await schemes.verify(poor, requirements)).toMatchObject({
      isValid: false,
      invalidReason: 'invalid_exact_evm_insufficient_balance',
    })
  })

  it('throws when the chain is silent, where the SDK calls the payment invalid', async () => {
    const schemes = await openSchemes(silent)
    const verdict = schemes.verify(await signEvmPayment(rich, requirements), requirements)
    await expect(verdict).rejects.toMatchObject({ name: 'RpcUnreachableError' })
  })
})
