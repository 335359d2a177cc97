import { randomUUID } from 'node:crypto'
import { PERMIT2_ADDRESS } from '@x402/evm'
import { erc20Abi, type PrivateKeyAccount } from 'viem'
import { afterAll, describe, expect, it } from 'vitest'
import { readerAt, usdc, walletAt } from '@/development/devnet/testing/evm-parties'
import { channelTerms } from '@/development/testing/channel-buyer'
import { openFacilitatorWorld } from '@/development/testing/facilitator-world'
import { openSmartWallet } from '@/development/testing/smart-wallet'
import { testWorld } from '@/development/testing/test-world'
import { readSignedPayment } from '@/lib/base/chains/read-signed-payment'
import { channelReasons } from '@/lib/base/x402/payment-channel'
import { reasons } from '@/lib/base/x402/reasons'
import type { PaymentPayload } from '@/lib/base/x402/wire'
import { buildDepositCall } from '@/lib/channels/chain/deposit'
import { openChannel } from '@/lib/channels/testing/signed-channels'

const world = await openFacilitatorWorld()
const payer = await world.newEvmPayer()
const terms = channelTerms(world.facilitator, { payTo: world.newEvmSeller() })
const permit2Terms = { ...terms, extra: { ...terms.extra, assetTransferMethod: 'permit2' } }
const wallet = walletAt(testWorld().evmRpcUrl, payer)
const args = [PERMIT2_ADDRESS, 100_000_000n] as const
await wallet.waitForTransactionReceipt({
  hash: await wallet.writeContract({ address: usdc, abi: erc20Abi, functionName: 'approve', args }),
})
afterAll(() => world.close())

const requestOf = (paymentPayload: PaymentPayload, paymentRequirements = paymentPayload.accepted) => ({
  paymentPayload,
  paymentRequirements,
})
const verify = (payload: PaymentPayload, requirements = payload.accepted) =>
  world.facilitator.verify(requestOf(payload, requirements))
const settle = (payload: PaymentPayload, facilitator = world.facilitator) => facilitator.settle(requestOf(payload))

/** A contract wallet with money, which signs its deposits, and its vouchers too where the channel names no key. */
async function walletPayer(form?: 'undeployed') {
  const rpcUrl = testWorld().evmRpcUrl
  const owner = await world.newEvmPayer()
  const wallet = await openSmartWallet(readerAt(rpcUrl) as never, owner)
  const sender = walletAt(rpcUrl, owner)
  const args = [wallet.address, 1_000_000n] as const
  const hash = await sender.writeContract({ address: usdc, abi: erc20Abi, functionName: 'transfer', args })
  await sender.waitForTransactionReceipt({ hash })
  if (!form) await sender.waitForTransactionReceipt({ hash: await sender.sendTransaction(wallet.deployment) })
  const signTypedData = (definition: never) => wallet.signTypedData(definition, form)
  return { owner, account: { ...owner, address: wallet.address, signTypedData } as PrivateKeyAccount }
}

describe('a facilitator of payment channels', () => {
  it('names the key that signs for receivers', () => {
    const kinds = world.facilitator.supported().kinds.filter(({ scheme }) => scheme === 'batch-settlement')
    const authorizer = terms.extra?.receiverAuthorizer
    expect(kinds).toEqual([
      { x402Version: 2, scheme: 'batch-settlement', network: terms.network, extra: { receiverAuthorizer: authorizer } },
    ])
  })

  it.each(['eip3009', 'permit2'])('verifies and settles a deposit by %s, and vouchers from then on', async (method) => {
    const channel = openChannel(payer, method === 'permit2' ? permit2Terms : terms)
    const deposit = await channel.deposit(10_000n)
    const state = { channelId: channel.id, totalClaimed: '0', withdrawRequestedAt: 0, refundNonce: '0' }
    const voucher = await channel.voucher(10_000n)
    expect(await verify(voucher)).toMatchObject({ isValid: false, invalidReason: channelReasons.channelNotFound })
    expect(await verify(deposit)).toEqual({
      isValid: true,
      payer: payer.address.toLowerCase(),
      extra: { ...state, balance: '0' },
    })
    const outcome = await settle(deposit)
    expect(outcome).toMatchObject({
      kind: 'settled',
      response: {
        success: true,
        amount: '10000',
        payer: payer.address.toLowerCase(),
        transaction: expect.stringMatching(/^0x/),
        extra: { channelState: { ...state, balance: '10000' } },
      },
    })
    expect(await verify(voucher)).toMatchObject({ isValid: true, extra: { ...state, balance: '10000' } })
    // The same deposit again moves nothing, and its transaction is returned.
    const transaction = outcome.kind === 'settled' ? outcome.response.transaction : ''
    expect(await verify(deposit)).toMatchObject({ isValid: false })
    expect(await settle(deposit)).toMatchObject({
      kind: 'refused',
      response: { errorReason: reasons.duplicateSettlement, transaction },
    })
    const topUp = await channel.deposit(5_000n, 10_100n)
    expect(await settle(topUp)).toMatchObject({ response: { extra: { channelState: { balance: '15000' } } } })
  })

  it('keeps a deposit for whoever holds it, until it is let go', async () => {
    const deposit = await openChannel(payer, terms).deposit(1_000n)
    const holder = randomUUID()
    expect(await world.facilitator.verify(requestOf(deposit), { holder })).toMatchObject({ isValid: true })
    expect(await settle(deposit)).toMatchObject({ response: { errorReason: reasons.duplicateSettlement } })
    await world.facilitator.release(readSignedPayment(deposit, terms, world.chains.further).authorization.key, holder)
    expect(await world.facilitator.verify(requestOf(deposit), { holder })).toMatchObject({ isValid: true })
    const settled = await world.facilitator.settle(requestOf(deposit), { holder })
    expect(settled).toMatchObject({ kind: 'settled', response: { extra: { channelState: { balance: '1000' } } } })
  })

  it('reserves the money of a deposit', async () => {
    const poor = await world.newEvmPayer(1_000n)
    const [first, second] = [openChannel(poor, terms), openChannel(poor, terms)]
    expect(await verify(await first.deposit(800n))).toMatchObject({ isValid: true })
    expect(await verify(await second.deposit(800n))).toMatchObject({ invalidReason: reasons.insufficientFunds })
    expect(await verify(await second.deposit(200n))).toMatchObject({ isValid: true })
  })

  it.each([undefined, 'undeployed' as const])('takes the deposit of a contract wallet (%s)', async (form) => {
    const { owner, account } = await walletPayer(form)
    const channel = openChannel(account, terms, { payerAuthorizer: owner.address })
    const sign = async (amount: bigint, max: bigint) => {
      const { payload } = await channel.deposit(amount)
      const { payload: signed } = await channel.voucher(max, owner)
      return { x402Version: 2, accepted: terms, payload: { ...payload, voucher: signed.voucher } }
    }
    const deposit = await sign(1_000n, 100n)
    expect(await verify(deposit)).toMatchObject({ isValid: true })
    expect(await settle(deposit)).toMatchObject({ kind: 'settled', response: { amount: '1000' } })
    expect(await verify(await channel.voucher(500n, owner))).toMatchObject({ isValid: true })
    expect(await verify(await channel.voucher(500n, payer))).toMatchObject({
      invalidReason: channelReasons.voucherSignature,
    })
  })

  it('finds a deposit that somebody else has landed', async () => {
    const stranger = walletAt(testWorld().evmRpcUrl, await world.newEvmPayer())
    for (const requirements of [terms, permit2Terms]) {
      const deposit = await openChannel(payer, requirements).deposit(700n)
      const { call } = buildDepositCall(readSignedPayment(deposit, requirements, world.chains.further))
      const hash = await stranger.sendTransaction(call)
      await stranger.waitForTransactionReceipt({ hash })
      const authorization = readSignedPayment(deposit, requirements, world.chains.further).authorization
      expect(await world.chains.findAuthorization(authorization)).toMatchObject({
        state: 'settled',
        transaction: hash,
        amountAtomic: 700n,
      })
      expect(await verify(deposit)).toMatchObject({ invalidReason: channelReasons.depositSimulationFailed })
    }
  })
})
