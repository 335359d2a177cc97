import { ExactEvmScheme } from '@x402/evm/exact/client'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, it } from 'vitest'
import { walletAt } from '@/development/devnet/testing/evm-parties'
import { evmDevnetAccount } from '@/development/devnet/wallets'
import { chainsAt } from '@/development/testing/local-chains'
import { openSmartWallet, type SmartWallet } from '@/development/testing/smart-wallet'
import { testWorld } from '@/development/testing/test-world'
import { createFacilitatorSchemes } from '@/lib/base/chains/facilitator/facilitator-schemes'
import { openGasWallets } from '@/lib/base/chains/facilitator/gas-wallets'
import type { PaymentPayload } from '@/lib/base/x402/wire'
import { buildRequirements } from '../build-requirements'
import { readSignedPayment } from '../read-signed-payment'
import { supportedBy } from '../testing/signed-payments'
import type { EvmCall } from './evm-call'
import { buildSettlementCall } from './settlement-call'

const network = 'eip155:84532'
const silent = { rpcUrls: ['http://127.0.0.1:9'] }
const world = testWorld()
const chainsWith = (changes = {}) => chainsAt(world.rpcUrls, changes)
const gasKey = generatePrivateKey()
const gas = privateKeyToAccount(gasKey)
const requirements = buildRequirements({
  ...{ scheme: 'exact', network, price: '$0.10', payTo: evmDevnetAccount('seller').address, maxTimeoutSeconds: 60 },
  supported: supportedBy({ evm: gas.address }),
})

beforeAll(async () => {
  await world.faucet({ network, address: gas.address })
})

async function send({ to, data }: EvmCall): Promise<void> {
  const wallet = walletAt(world.evmRpcUrl, gas)
  await wallet.waitForTransactionReceipt({ hash: await wallet.sendTransaction({ to, data }) })
}

async function freshWallet(state: 'deployed' | 'undeployed'): Promise<SmartWallet> {
  const owner = privateKeyToAccount(generatePrivateKey())
  const wallet = await openSmartWallet(chainsWith().evmClient(network), owner)
  await world.faucet({ network, address: wallet.address })
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
  createFacilitatorSchemes(chainsWith(changes), openGasWallets({ evm: [gasKey] }))

describe.each([
  ['deployed (EIP-1271)', 'deployed', undefined],
  ['not deployed yet (EIP-6492)', 'undeployed', 'undeployed'],
] as const)('a wallet that is %s', (_, state, form) => {
  it('pays: its signature is asked of the chain, verified and settled', async () => {
    const chains = chainsWith()
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
    const verdict = await chainsWith().checkSignature(requirements.network, readSignedPayment(payload, requirements))
    expect(verdict).toEqual({ isValid: false, invalidReason: 'invalid_exact_evm_signature', isLocal: false })
  })

  it('is never taken for a forgery because the chain does not answer', async () => {
    const payload = await sign(await freshWallet(state), form)
    const check = chainsWith(silent).checkSignature(requirements.network, readSignedPayment(payload, requirements))
    await expect(check).rejects.toMatchObject({ name: 'RpcUnreachableError', network })
  })
})
