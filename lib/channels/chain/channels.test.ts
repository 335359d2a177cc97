import { BATCH_SETTLEMENT_ADDRESS, BATCH_SETTLEMENT_DOMAIN, voucherTypes } from '@x402/evm'
import { hashTypedData, zeroAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { PayloadError } from '@/lib/base/chains/errors'
import { readSignedPayment } from '@/lib/base/chains/read-signed-payment'
import { channelReasons } from '@/lib/base/x402/payment-channel'
import type { PaymentRequirements } from '@/lib/base/x402/wire'
import { openChannel } from '../testing/signed-channels'
import { batchSettlement } from './batch-settlement'
import { parseChannelAction } from './channel-action'
import { channelIdOf, voucherDigest } from './channel-contract'
import { parseChannelPayload } from './channel-payload'
import { checkVoucherSignature } from './check-channel-signature'
import { findChannelMismatch, readChannelPayment } from './read-channel'

const NETWORK = 'eip155:84532'
const [payer, receiver, authorizer, stranger] = [1, 2, 3, 4].map(() => privateKeyToAccount(generatePrivateKey()))
if (!payer || !receiver || !authorizer || !stranger) throw new Error('Expected four accounts.')
const requirements: PaymentRequirements = {
  scheme: 'batch-settlement',
  network: NETWORK,
  amount: '100',
  asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  payTo: receiver.address,
  maxTimeoutSeconds: 60,
  extra: { name: 'USDC', version: '2', receiverAuthorizer: authorizer.address, withdrawDelay: 900 },
}
const channel = openChannel(payer, requirements)
const deposit = await channel.deposit(1_000n)
const permit2Terms = { ...requirements, extra: { ...requirements.extra, assetTransferMethod: 'permit2' } }
const permit2Deposit = await openChannel(payer, permit2Terms).deposit(1_000n)
const voucher = await channel.voucher(500n)
const refund = await channel.refund(500n, '20')

const refusalOf = (read: () => unknown) => {
  try {
    read()
    return null
  } catch (error) {
    return error instanceof PayloadError ? error.reason : error
  }
}
const reasonOf = (payload: unknown) => refusalOf(() => parseChannelPayload(payload))
const changed = (payload: { payload: Record<string, unknown> }, changes: Record<string, unknown>) => ({
  ...payload.payload,
  ...changes,
})

describe('a payload of a channel', () => {
  it('is a deposit, a voucher or a refund', () => {
    const config = { ...channel.config, payer: payer.address.toLowerCase(), token: requirements.asset.toLowerCase() }
    expect(parseChannelPayload(deposit.payload)).toMatchObject({
      type: 'deposit',
      amountAtomic: 1_000n,
      config: { payer: config.payer, token: config.token, withdrawDelay: 900 },
      voucher: { channelId: channel.id, maxClaimableAtomic: 100n },
      authorization: { form: 'eip3009', validAfter: 0n },
    })
    expect(parseChannelPayload(permit2Deposit.payload)).toMatchObject({
      authorization: { form: 'permit2', amountAtomic: 1_000n, token: config.token },
    })
    expect(parseChannelPayload(voucher.payload)).toMatchObject({
      type: 'voucher',
      voucher: { maxClaimableAtomic: 500n },
    })
    expect(parseChannelPayload(refund.payload)).toMatchObject({ type: 'refund', amountAtomic: 20n })
    expect(parseChannelPayload({ ...refund.payload, amount: undefined })).toMatchObject({ amountAtomic: null })
  })

  it.each([
    [channelReasons.payloadType, null],
    [channelReasons.payloadType, changed(voucher, { type: 'cheque' })],
    [channelReasons.voucherMalformed, changed(voucher, { channelConfig: { ...channel.config, payer: 'nobody' } })],
    [
      channelReasons.voucherMalformed,
      changed(voucher, { channelConfig: { ...channel.config, withdrawDelay: 2 ** 40 } }),
    ],
    [
      channelReasons.voucherMalformed,
      changed(voucher, { voucher: { ...(voucher.payload.voucher as object), maxClaimableAmount: '007' } }),
    ],
    [
      channelReasons.voucherMalformed,
      changed(voucher, { voucher: { ...(voucher.payload.voucher as object), maxClaimableAmount: `${2n ** 128n}` } }),
    ],
    [
      channelReasons.channelIdInvalid,
      changed(voucher, { voucher: { ...(voucher.payload.voucher as object), channelId: '0x12' } }),
    ],
    [channelReasons.depositMalformed, changed(voucher, { type: 'deposit' })],
    [
      channelReasons.depositMalformed,
      changed(deposit, { deposit: { ...(deposit.payload.deposit as object), amount: '0' } }),
    ],
    [channelReasons.erc3009AuthorizationRequired, changed(deposit, { deposit: { amount: '1000', authorization: {} } })],
    [channelReasons.refundMalformed, changed(refund, { voucher: {} })],
    [channelReasons.refundAmountInvalid, changed(refund, { amount: '0' })],
    [channelReasons.refundAmountInvalid, changed(refund, { amount: '1.5' })],
  ])('is refused with %s', (reason, payload) => expect(reasonOf(payload)).toBe(reason))
})

describe('the terms of a channel', () => {
  const { config } = parseChannelPayload(voucher.payload)
  const mismatch = (changes: Partial<typeof config>, terms: Partial<PaymentRequirements> = {}) => {
    const other = { ...config, ...changes }
    return findChannelMismatch(other, channelIdOf(other, NETWORK), { ...requirements, ...terms })
  }

  it('are hashed as the SDK hashes them', () => {
    expect(channelIdOf(config, NETWORK)).toBe(channel.id)
    expect(mismatch({})).toBeNull()
    expect(mismatch({}, { extra: { receiverAuthorizer: authorizer.address } })).toBeNull()
  })

  it.each(Object.keys(config))('make another channel with another %s', (name) => {
    const other = name === 'withdrawDelay' ? 901 : name === 'salt' ? `0x${'11'.repeat(32)}` : stranger.address
    expect(channelIdOf({ ...config, [name]: other }, NETWORK)).not.toBe(channelIdOf(config, NETWORK))
  })

  it('are held against ours, each by its own reason', () => {
    const other = stranger.address.toLowerCase() as `0x${string}`
    expect(findChannelMismatch(config, channel.id, { ...requirements, network: 'eip155:8453' })).toBe(
      channelReasons.channelIdMismatch,
    )
    expect(mismatch({ receiver: other })).toBe(channelReasons.receiverMismatch)
    expect(mismatch({ receiverAuthorizer: other })).toBe(channelReasons.receiverAuthorizerMismatch)
    expect(mismatch({}, { extra: {} })).toBe(channelReasons.receiverAuthorizerMismatch)
    expect(mismatch({ receiverAuthorizer: zeroAddress }, { extra: { receiverAuthorizer: zeroAddress } })).toBe(
      channelReasons.receiverAuthorizerMismatch,
    )
    expect(mismatch({ token: other })).toBe(channelReasons.tokenMismatch)
    expect(mismatch({ withdrawDelay: 901 })).toBe(channelReasons.withdrawDelayMismatch)
    expect(mismatch({}, { extra: { receiverAuthorizer: authorizer.address, withdrawDelay: '900' } })).toBeNull()
    for (const withdrawDelay of [null, {}, [900], { valueOf: 1, toString: 1 }]) {
      expect(mismatch({}, { extra: { receiverAuthorizer: authorizer.address, withdrawDelay } })).toBe(
        channelReasons.withdrawDelayMismatch,
      )
    }
    for (const withdrawDelay of [899, 2_592_001]) {
      expect(mismatch({ withdrawDelay }, { extra: { receiverAuthorizer: authorizer.address, withdrawDelay } })).toBe(
        channelReasons.withdrawDelayOutOfRange,
      )
    }
  })
})

describe('a voucher', () => {
  const { config, voucher: signed } = parseChannelPayload(voucher.payload)

  it('is signed by the key that the channel names, for that channel, amount and network only', () => {
    expect(checkVoucherSignature(config, signed, NETWORK)).toBe(true)
    expect(checkVoucherSignature(config, { ...signed, maxClaimableAtomic: 501n }, NETWORK)).toBe(false)
    expect(checkVoucherSignature(config, { ...signed, channelId: `0x${'11'.repeat(32)}` }, NETWORK)).toBe(false)
    expect(checkVoucherSignature(config, signed, 'eip155:8453')).toBe(false)
    expect(checkVoucherSignature(config, { ...signed, signature: '0x11' }, NETWORK)).toBe(false)
    expect(checkVoucherSignature({ ...config, payerAuthorizer: config.receiver }, signed, NETWORK)).toBe(false)
  })

  it('is worth nothing at another contract', async () => {
    const signature = await payer.signTypedData({
      domain: { ...BATCH_SETTLEMENT_DOMAIN, chainId: 84532, verifyingContract: stranger.address },
      types: voucherTypes,
      primaryType: 'Voucher',
      message: { channelId: channel.id, maxClaimableAmount: 500n },
    })
    expect(checkVoucherSignature(config, { ...signed, signature }, NETWORK)).toBe(false)
  })

  it('of a payer without such a key is for the chain to judge', () =>
    expect(checkVoucherSignature({ ...config, payerAuthorizer: zeroAddress }, signed, NETWORK)).toBeNull())

  it('has the digest that EIP-712 gives it', () => {
    const domain = { ...BATCH_SETTLEMENT_DOMAIN, chainId: 84532, verifyingContract: BATCH_SETTLEMENT_ADDRESS }
    const message = { channelId: channel.id, maxClaimableAmount: 500n }
    expect(voucherDigest(channel.id, 500n, NETWORK)).toBe(
      hashTypedData({ domain, types: voucherTypes, primaryType: 'Voucher', message }),
    )
  })
})

describe('a payment to oneself', () => {
  const ownTerms = { ...requirements, payTo: payer.address }

  it.each(['eip3009', 'permit2'])('is refused as a deposit by %s', async (assetTransferMethod) => {
    const requirements = { ...ownTerms, extra: { ...ownTerms.extra, assetTransferMethod } }
    const deposit = await openChannel(payer, requirements).deposit(1_000n)
    expect(refusalOf(() => readSignedPayment(deposit, requirements, [batchSettlement]).authorization)).toBe(
      'payer_is_payee',
    )
    expect(refusalOf(() => readChannelPayment(deposit, requirements))).toBe('payer_is_payee')
  })

  it('is refused as a voucher, a refund and a claim', async () => {
    const channel = openChannel(payer, ownTerms)
    for (const payload of [await channel.voucher(100n), await channel.refund(100n)]) {
      expect(refusalOf(() => readChannelPayment(payload, ownTerms))).toBe('payer_is_payee')
    }
    const [wish, claim] = [await channel.refund(100n, '20'), await channel.claim(100n)]
    const refund = { ...wish.payload, refundNonce: '0', claims: [] }
    for (const action of [refund, { type: 'claim', claims: [claim] }]) {
      expect(refusalOf(() => parseChannelAction(action, ownTerms))).toBe('payer_is_payee')
    }
  })
})
