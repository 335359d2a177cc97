import { toClientAvmSigner } from '@x402/avm'
import { ExactAvmScheme } from '@x402/avm/exact/client'
import { ExactAvmScheme as ExactAvmFacilitator } from '@x402/avm/exact/facilitator'
import { createPermit2ApprovalTx } from '@x402/evm'
import { ExactSvmScheme } from '@x402/svm/exact/client'
import { createTestClient, type Hex, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { baseSepolia } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { walletAt } from '@/development/devnet/testing/evm-parties'
import {
  avmDevnetAddress,
  avmDevnetSecretKey,
  evmDevnetAccount,
  svmDevnetSecretKey,
  svmDevnetSigner,
} from '@/development/devnet/wallets'
import { type LocalChains, startLocalChains } from '@/development/testing/local-chains'
import { buildRequirements } from '@/lib/base/chains/build-requirements'
import type { EvmCall } from '@/lib/base/chains/evm/evm-call'
import { buildSettlementCall } from '@/lib/base/chains/evm/settlement-call'
import { createFacilitatorSchemes } from '@/lib/base/chains/facilitator/facilitator-schemes'
import { openGasWallets } from '@/lib/base/chains/facilitator/gas-wallets'
import { readSignedPayment } from '@/lib/base/chains/read-signed-payment'
import { openSvmFeePayer } from '@/lib/base/chains/svm/fee-payer'
import { signEvmPayment, supportedBy } from '@/lib/base/chains/testing/signed-payments'
import { ALGORAND_TESTNET, BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import type { PaymentPayload } from '@/lib/base/x402/wire'
import { createChainReader, type FindCost, type OpenPayment } from './find-cost'
import { readSigned } from './read-signed'

let local: LocalChains
let findCost: FindCost

beforeAll(async () => {
  local = await startLocalChains()
  ;({ findCost } = createChainReader({
    EVM_RPC_URLS_84532: local.devnet.evmRpcUrl,
    SVM_RPC_URL_DEVNET: local.devnet.svmRpcUrl,
    AVM_ALGOD_URL_TESTNET: local.devnet.avmUrl,
  }))
})
afterAll(() => local.stop())

/** The payment as the book of a program keeps it. */
async function keep(payload: PaymentPayload): Promise<OpenPayment> {
  const { transfer } = await readSigned(payload, 6, new Date())
  if (!transfer) throw new Error('Expected a transfer that can be read.')
  const { amount } = payload.accepted
  return { id: transfer.nonce, at: new Date().toISOString(), host: 'shop.example', micros: amount, transfer }
}

describe('on EVM', () => {
  const buyer = privateKeyToAccount(generatePrivateKey())
  const payTo = privateKeyToAccount(generatePrivateKey()).address
  const gas = evmDevnetAccount('gas')
  const terms = { network: BASE_SEPOLIA, price: '$0.10', payTo, maxTimeoutSeconds: 600 }
  const supported = supportedBy({ evm: gas.address })
  const exact = buildRequirements({ ...terms, scheme: 'exact', supported })
  const upto = buildRequirements({ ...terms, scheme: 'upto', supported })

  async function send({ to, data }: EvmCall, account = gas) {
    const wallet = walletAt(local.devnet.evmRpcUrl, account)
    const hash = await wallet.sendTransaction({ to, data, gas: 1_000_000n })
    await wallet.waitForTransactionReceipt({ hash })
  }

  beforeAll(async () => {
    await local.devnet.fund({ network: BASE_SEPOLIA, address: buyer.address })
    await send(createPermit2ApprovalTx(exact.asset as Hex), buyer)
  })

  it('is not known where no node answers, or none is named', async () => {
    const payment = await keep(await signEvmPayment(buyer, exact))
    const silent = createChainReader({ EVM_RPC_URLS_84532: 'http://127.0.0.1:9' })
    expect(await silent.findCost(payment)).toBe(null)
    const { transfer, ...rest } = payment
    expect(await findCost({ ...rest, transfer: { ...transfer, network: 'eip155:1' } })).toBe(null)
  })

  it('costs what was taken, and nothing once it has lapsed untaken', async () => {
    const signed = await Promise.all([exact, exact, upto, upto].map((terms) => signEvmPayment(buyer, terms)))
    const kept = await Promise.all(signed.map(keep))
    const find = () => Promise.all(kept.map(findCost))
    expect(await find()).toEqual([null, null, null, null])
    const [ofExact, , ofUpto] = signed
    if (!ofExact || !ofUpto) throw new Error('Expected four payments.')
    await send(buildSettlementCall(readSignedPayment(ofExact, exact)).call)
    await send(buildSettlementCall(readSignedPayment(ofUpto, { ...upto, amount: '40000' })).call)
    expect(await find()).toEqual([100_000n, null, 40_000n, null])
    const chain = createTestClient({ mode: 'anvil', chain: baseSepolia, transport: http(local.devnet.evmRpcUrl) })
    await chain.increaseTime({ seconds: 700 })
    await chain.mine({ blocks: 1 })
    expect(await find()).toEqual([100_000n, 0n, 40_000n, 0n])
  })
})

it('on Solana costs what was taken, and nothing once its blockhash is over', async () => {
  const feePayer = await openSvmFeePayer(await svmDevnetSecretKey('gas'))
  const requirements = buildRequirements({
    ...{ scheme: 'exact', network: SOLANA_DEVNET, price: '$0.10', maxTimeoutSeconds: 60 },
    payTo: (await svmDevnetSigner('seller')).address,
    supported: supportedBy({ svm: feePayer.address }),
  })
  const scheme = new ExactSvmScheme(await svmDevnetSigner('buyer'), { rpcUrl: local.devnet.svmRpcUrl })
  const { payload } = await scheme.createPaymentPayload(2, requirements)
  const payment = await keep({ x402Version: 2, accepted: requirements, payload })
  expect(await findCost(payment)).toBe(null)
  const { transfer, ...rest } = payment
  const [messageHash] = transfer.nonce.split(':')
  const over = { ...transfer, nonce: `${messageHash}:EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N` }
  expect(await findCost({ ...rest, transfer: over })).toBe(0n)
  const { transaction } = await feePayer.sign(payload.transaction as string)
  const rpc = local.chainsWith().svmRpc(SOLANA_DEVNET)
  await rpc
    .sendTransaction(transaction as Parameters<typeof rpc.sendTransaction>[0], {
      encoding: 'base64',
      skipPreflight: true,
    })
    .send()
  expect(await findCost(payment)).toBe(100_000n)
})

it('on Algorand costs what was taken, and nothing once its last round is over', async () => {
  const wallets = await openGasWallets({ avm: [await avmDevnetSecretKey('gas')], avmAlgodUrl: local.devnet.avmUrl })
  const [wallet] = wallets.avm
  if (!wallet) throw new Error('Expected a fee payer.')
  const requirements = buildRequirements({
    ...{ scheme: 'exact', network: ALGORAND_TESTNET, price: '$0.10', maxTimeoutSeconds: 60 },
    payTo: await avmDevnetAddress('seller'),
    supported: createFacilitatorSchemes(local.chainsWith(), wallets),
  })
  const signer = toClientAvmSigner(await avmDevnetSecretKey('buyer'))
  const sign = async (): Promise<PaymentPayload> => {
    const scheme = new ExactAvmScheme(signer, { algodUrl: local.devnet.avmUrl })
    const { payload } = await scheme.createPaymentPayload(2, requirements)
    return { x402Version: 2, accepted: requirements, payload }
  }
  const [taken, untaken] = [await sign(), await sign()]
  const kept = [await keep(taken), await keep(untaken)]
  const find = () => Promise.all(kept.map(findCost))
  expect(await find()).toEqual([null, null])
  await new ExactAvmFacilitator(wallet.signer).settle(taken, requirements)
  expect(await find()).toEqual([100_000n, null])
  await fetch(`${local.devnet.avmUrl}/devnet/advance-rounds`, { method: 'POST', body: '{"rounds":50}' })
  expect(await find()).toEqual([100_000n, 0n])
})
