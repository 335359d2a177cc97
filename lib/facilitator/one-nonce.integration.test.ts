import { createSolanaRpc } from '@solana/kit'
import { toClientAvmSigner } from '@x402/avm'
import { ExactAvmScheme } from '@x402/avm/exact/client'
import { createPermit2ApprovalTx } from '@x402/evm'
import type { PrivateKeyAccount } from 'viem'
import { afterAll, describe, expect, it } from 'vitest'
import { usdc, usdcBalance, walletAt } from '@/development/devnet/testing/evm-parties'
import { avmDevnetAddress, avmDevnetSecretKey } from '@/development/devnet/wallets'
import { channelTerms } from '@/development/testing/channel-buyer'
import { AVM_NETWORK, openFacilitatorWorld, SVM_NETWORK } from '@/development/testing/facilitator-world'
import { startFaultyRpc } from '@/development/testing/faulty-rpc'
import { serveFetch } from '@/development/testing/serve-fetch'
import { testWorld } from '@/development/testing/test-world'
import { readSignedPayment } from '@/lib/base/chains/read-signed-payment'
import { nonceOf, signWithNonce } from '@/lib/base/chains/testing/same-nonce'
import { signEvmPayment, signSvmPayment } from '@/lib/base/chains/testing/signed-payments'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import { openChannel } from '@/lib/channels/testing/signed-channels'
import type { PaymentRequest } from './read-payment'

/** Whether the nodes show what has landed. */
let isShown = true

const world = await openFacilitatorWorld()
const evm = await startFaultyRpc(testWorld().evmRpcUrl)
const svm = await startFaultyRpc(testWorld().svmRpcUrl)
const avm = await serveFetch(askAlgod)
const rpcUrls = { evmRpcUrls: [evm.url], svmRpcUrls: [svm.url], avmRpcUrls: [avm.origin] }
const facilitator = await world.openInstance(rpcUrls)
evm.decide(({ method }) => (!isShown && method === 'eth_getTransactionReceipt' ? { swallow: null } : 'pass'))
const unknown = { context: { slot: 1 }, value: [null] }
svm.decide(({ method }) => (!isShown && method === 'getSignatureStatuses' ? { swallow: unknown } : 'pass'))
afterAll(async () => {
  await world.close()
  await evm.stop()
  await svm.stop()
  await avm.stop()
})

async function askAlgod({ url, method, headers, body }: Request): Promise<Response> {
  const { pathname, search } = new URL(url)
  if (!isShown && pathname.startsWith('/v2/transactions/pending/')) return new Response('{}', { status: 404 })
  const sent = body && (await new Response(body).arrayBuffer())
  const answer = await fetch(`${testWorld().avmUrl}${pathname}${search}`, { method, headers, body: sent })
  const type = answer.headers.get('content-type') ?? 'application/json'
  return new Response(await answer.arrayBuffer(), { status: answer.status, headers: { 'content-type': type } })
}

const requestOf = (paymentPayload: PaymentPayload, paymentRequirements = paymentPayload.accepted): PaymentRequest => ({
  paymentPayload,
  paymentRequirements,
})
const withAmount = (request: PaymentRequest, amount: string): PaymentRequest => ({
  ...request,
  paymentRequirements: { ...request.paymentRequirements, amount },
})
/** The same transfer, told as if other terms had been accepted. */
const withOtherTerms = ({ paymentPayload, paymentRequirements }: PaymentRequest): PaymentRequest => ({
  paymentPayload: { ...paymentPayload, accepted: { ...paymentPayload.accepted, maxTimeoutSeconds: 59 } },
  paymentRequirements,
})
const duplicate = { kind: 'refused', response: { errorReason: 'duplicate_settlement' } }

async function approvePermit2(payer: PrivateKeyAccount) {
  const wallet = walletAt(testWorld().evmRpcUrl, payer)
  await wallet.waitForTransactionReceipt({ hash: await wallet.sendTransaction(createPermit2ApprovalTx(usdc)) })
}

/** Settles one, whose caller is told to come back, and has others asked for before it does. */
async function settleUncollected(settled: PaymentRequest, others: PaymentRequest[]) {
  isShown = false
  expect(await facilitator.settle(settled, { isWaiting: false })).toMatchObject({ reason: 'settlement_pending' })
  await askForOthers(others)
  isShown = true
  const { paymentPayload: payload, paymentRequirements: terms } = settled
  const { key } = readSignedPayment(payload, terms, world.chains.further).authorization
  await expect.poll(async () => (await facilitator.findSettlement(key))?.state).toBe('settled')
  await askForOthers(others)
}

async function askForOthers(others: PaymentRequest[]) {
  for (const other of others) {
    const verdict = await facilitator.verify(other)
    expect(verdict).toMatchObject({ isValid: false })
    expect(verdict.invalidReason).not.toBe('settlement_pending')
    expect(await facilitator.settle(other)).toMatchObject(duplicate)
  }
}

describe('of several payments with one nonce, only the settled one has a success', () => {
  const permit2 = (terms: PaymentRequirements): PaymentRequirements => ({
    ...terms,
    extra: { ...terms.extra, assetTransferMethod: 'permit2' },
  })

  it.each(['EIP-3009', 'Permit2', 'upto'])('%s', async (form) => {
    const payer = await world.newEvmPayer()
    if (form !== 'EIP-3009') await approvePermit2(payer)
    const scheme = form === 'upto' ? 'upto' : 'exact'
    const terms = (price: string, payTo: string) => {
      const requirements = world.requirements({ scheme, price, payTo })
      return form === 'Permit2' ? permit2(requirements) : requirements
    }
    const [own, victim] = [world.newEvmSeller(), world.newEvmSeller()]
    const settled = requestOf(await signEvmPayment(payer, terms('$0.001', own)))
    const nonce = nonceOf(settled.paymentPayload)
    const toVictim = async (price: string) => requestOf(await signWithNonce(payer, terms(price, victim), nonce))
    const others = [await toVictim('$5'), await toVictim('$0.001'), withOtherTerms(settled)]
    await settleUncollected(settled, others)
    expect(await usdcBalance(testWorld().evmRpcUrl, victim)).toBe(0n)
    expect(await facilitator.verify(settled)).toMatchObject({ isValid: true })
    expect(await facilitator.settle(settled)).toMatchObject({ kind: 'settled', response: { amount: '1000' } })
    expect(await usdcBalance(testWorld().evmRpcUrl, own)).toBe(1_000n)
  })

  it('upto, where another amount is asked for than was settled', async () => {
    const payer = await world.newEvmPayer()
    await approvePermit2(payer)
    const requirements = world.requirements({ scheme: 'upto', price: '$5', payTo: world.newEvmSeller() })
    const request = requestOf(await signEvmPayment(payer, requirements))
    await settleUncollected(withAmount(request, '1'), [request, withAmount(request, '2')])
    expect(await facilitator.settle(withAmount(request, '1'))).toMatchObject({ kind: 'settled' })
  })

  it('a deposit, brought with another voucher', async () => {
    const terms = channelTerms(facilitator, { payTo: world.newEvmSeller() })
    const channel = openChannel(await world.newEvmPayer(), terms)
    const deposit = await channel.deposit(10_000n, 100n)
    const { voucher } = (await channel.voucher(200n)).payload as { voucher: object }
    const other = { ...deposit, payload: { ...deposit.payload, voucher } }
    await settleUncollected(requestOf(deposit), [requestOf(other)])
    expect(await facilitator.settle(requestOf(deposit))).toMatchObject({ kind: 'settled' })
  })

  it('Solana', async () => {
    const payer = await world.newSvmPayer()
    const terms = world.requirements({ network: SVM_NETWORK, price: '$0.10', payTo: await world.newSvmSeller() })
    const { value: latest } = await createSolanaRpc(testWorld().svmRpcUrl).getLatestBlockhash().send()
    const settled = requestOf(await signSvmPayment(payer, terms, { blockhash: latest.blockhash }))
    await settleUncollected(settled, [withOtherTerms(settled)])
    expect(await facilitator.settle(settled)).toMatchObject({ kind: 'settled' })
  })

  it('Algorand', async () => {
    const payTo = await avmDevnetAddress('seller')
    const terms = world.requirements({ network: AVM_NETWORK, price: '$0.10', payTo })
    const signer = toClientAvmSigner(await avmDevnetSecretKey('buyer'))
    const { payload } = await new ExactAvmScheme(signer, { algodUrl: testWorld().avmUrl }).createPaymentPayload(
      2,
      terms,
    )
    const settled = requestOf({ x402Version: 2, accepted: terms, payload })
    await settleUncollected(settled, [withOtherTerms(settled)])
    expect(await facilitator.settle(settled)).toMatchObject({ kind: 'settled' })
  })
})
