import { claimBatchTypes, refundTypes } from '@x402/evm'
import type { Hex, PrivateKeyAccount } from 'viem'
import { afterAll, describe, expect, it } from 'vitest'
import { canonicalAddresses } from '@/development/devnet/evm/canonical-addresses'
import { freshAccount, usdc, usdcBalance } from '@/development/devnet/testing/evm-parties'
import { channelTerms } from '@/development/testing/channel-buyer'
import { openFacilitatorWorld } from '@/development/testing/facilitator-world'
import { testWorld } from '@/development/testing/test-world'
import { channelReasons } from '@/lib/base/x402/payment-channel'
import { reasons } from '@/lib/base/x402/reasons'
import type { PaymentRequirements, SettleOutcome } from '@/lib/base/x402/wire'
import { openChannel } from '@/lib/channels/testing/signed-channels'
import type { SettleOptions } from '@/lib/facilitator/settlement'

const world = await openFacilitatorWorld()
const payer = await world.newEvmPayer()
afterAll(() => world.close())

const domain = {
  name: 'x402 Batch Settlement',
  version: '1',
  chainId: 84532,
  verifyingContract: canonicalAddresses.batchSettlement,
} as const

/** A receiver that no other test uses, with channels. */
function newShop(extra: Record<string, unknown> = {}, payTo = world.newEvmSeller()) {
  const terms = channelTerms(world.facilitator, { payTo, extra })
  const act = (
    payload: Record<string, unknown>,
    options: SettleOptions = {},
    requirements: PaymentRequirements = terms,
  ) => {
    const paymentPayload = { x402Version: 2, accepted: requirements, payload }
    return world.facilitator.settle({ paymentPayload, paymentRequirements: requirements }, options)
  }
  const mine: SettleOptions = { maySignRefund: (receiver) => receiver === payTo.toLowerCase() }
  type Channel = Awaited<ReturnType<typeof open>>
  const open = async (amount: bigint) => {
    const channel = openChannel(payer, terms)
    const paymentPayload = await channel.deposit(amount)
    expect(await world.facilitator.settle({ paymentPayload, paymentRequirements: terms })).toMatchObject({
      kind: 'settled',
    })
    return channel
  }
  return {
    payTo,
    terms,
    open,
    act,
    mine,
    requestOf: (claims: unknown[]) => ({
      paymentPayload: { x402Version: 2, accepted: terms, payload: { type: 'claim', claims } },
      paymentRequirements: terms,
    }),
    claim: (claims: unknown[], more: object = {}, options?: SettleOptions) =>
      act({ type: 'claim', claims, ...more }, options),
    settle: (options?: SettleOptions) => act({ type: 'settle', receiver: payTo, token: usdc }, options),
    async refund(
      channel: Channel,
      {
        amount,
        nonce = 0n,
        claimed,
        ...more
      }: { amount: bigint; nonce?: bigint; claimed?: bigint } & Record<string, unknown>,
      options: SettleOptions = mine,
    ) {
      const { payload } = await channel.refund(claimed ?? 0n, amount.toString())
      const claims = claimed === undefined ? [] : [await channel.claim(claimed)]
      return act({ ...payload, refundNonce: nonce.toString(), claims, ...more }, options)
    },
  }
}

const refusal = (errorReason: string, more: object = {}) => ({
  kind: 'refused',
  response: { success: false, errorReason, ...more },
})
const transactionOf = (outcome: SettleOutcome) => (outcome.kind === 'settled' ? outcome.response.transaction : '')
const balanceOf = (owner: string) => usdcBalance(testWorld().evmRpcUrl, owner as Hex)

describe('a receiver', () => {
  it('claims two channels in one transaction, is sent the money, and is told of repeats', async () => {
    const shop = newShop()
    const [one, two] = [await shop.open(1_000n), await shop.open(1_000n)]
    const claims = [await one.claim(300n), await two.claim(500n, 200n)]
    const claimed = await shop.claim(claims)
    expect(claimed).toMatchObject({
      kind: 'settled',
      response: { success: true, amount: '', transaction: expect.any(String) },
    })
    expect(claimed).not.toHaveProperty('response.payer')
    const transaction = transactionOf(claimed)
    expect(await shop.claim(claims)).toMatchObject(refusal(reasons.duplicateSettlement, { transaction }))
    expect(await shop.claim(claims.toReversed())).toMatchObject(refusal(reasons.duplicateSettlement, { transaction }))
    expect(await balanceOf(shop.payTo)).toBe(0n)

    const settled = await shop.settle()
    expect(settled).toMatchObject({ kind: 'settled', response: { amount: '500' } })
    expect(await balanceOf(shop.payTo)).toBe(500n)
    expect(await shop.settle()).toMatchObject(
      refusal(channelReasons.nothingToSettle, { transaction: transactionOf(settled) }),
    )
    expect(await shop.claim([await two.claim(500n)])).toMatchObject({ kind: 'settled' })
    expect(await shop.settle()).toMatchObject({ kind: 'settled', response: { amount: '300' } })
    expect(await balanceOf(shop.payTo)).toBe(800n)
  })

  it('claims nothing twice, nothing above its vouchers, and nothing of others', async () => {
    const [shop, other] = [newShop(), newShop()]
    const [one, foreign] = [await shop.open(1_000n), await other.open(1_000n)]
    expect(await shop.claim([await one.claim(400n)])).toMatchObject({ kind: 'settled' })
    const { signature } = await foreign.claim(600n)
    const elsewhere = await openChannel(payer, { ...shop.terms, network: 'eip155:8453' }).claim(600n)
    const claim = await one.claim(600n)
    for (const [reason, claims] of [
      [channelReasons.cumulativeBelowClaimed, [await one.claim(400n, 399n)]],
      [channelReasons.cumulativeBelowClaimed, [await one.claim(300n)]],
      [channelReasons.claimSimulationFailed, [{ ...claim, signature }]],
      [channelReasons.claimSimulationFailed, [{ ...claim, signature: elsewhere.signature }]],
      [channelReasons.claimSimulationFailed, [{ ...claim, totalClaimed: '601' }]],
      [channelReasons.claimSimulationFailed, [await one.claim(1_001n)]],
      [channelReasons.claimSimulationFailed, [await openChannel(payer, shop.terms).claim(1n)]],
      [channelReasons.receiverMismatch, [await foreign.claim(600n)]],
      [channelReasons.claimMalformed, [claim, claim]],
      [channelReasons.claimMalformed, []],
      [channelReasons.claimMalformed, [{ ...claim, totalClaimed: '1e3' }]],
    ] as const) {
      expect(await shop.claim([...claims]), reason).toMatchObject(refusal(reason, { transaction: '' }))
    }
    expect(
      await shop.act({ type: 'claim', claims: [claim] }, {}, { ...shop.terms, asset: `0x${'11'.repeat(20)}` }),
    ).toMatchObject(refusal(reasons.invalidAsset))
  })

  it('signs itself where its channels name a key of its own', async () => {
    const authorizer = freshAccount()
    const shop = newShop({ receiverAuthorizer: authorizer.address })
    const channel = await shop.open(1_000n)
    const claim = await channel.claim(300n)
    expect(await shop.claim([claim])).toMatchObject(refusal(channelReasons.authorizerMismatch))
    const sign = (signer: PrivateKeyAccount) =>
      signer.signTypedData({
        domain,
        types: claimBatchTypes,
        primaryType: 'ClaimBatch',
        message: { claims: [{ channelId: channel.id, maxClaimableAmount: 300n, totalClaimed: 300n }] },
      })
    const forged = { claimAuthorizerSignature: await sign(payer) }
    expect(await shop.claim([claim], forged)).toMatchObject(refusal(channelReasons.claimSimulationFailed))
    const signed = { claimAuthorizerSignature: await sign(authorizer) }
    expect(await shop.claim([claim], signed)).toMatchObject({ kind: 'settled' })
    expect(await shop.refund(channel, { amount: 700n })).toMatchObject(refusal(channelReasons.authorizerMismatch))
    const message = { channelId: channel.id, nonce: 0n, amount: 700n }
    const refundAuthorizerSignature = await authorizer.signTypedData({
      domain,
      types: refundTypes,
      primaryType: 'Refund',
      message,
    })
    expect(await shop.refund(channel, { amount: 700n, refundAuthorizerSignature }, {})).toMatchObject({
      kind: 'settled',
      response: { amount: '700' },
    })
  })

  it('gives back the rest, claiming first what is owed', async () => {
    const shop = newShop()
    const channel = await shop.open(1_000n)
    const before = await balanceOf(payer.address)
    const half = await shop.refund(channel, { amount: 500n, claimed: 300n })
    const state = { channelId: channel.id, totalClaimed: '300', withdrawRequestedAt: 0 }
    expect(half).toMatchObject({
      kind: 'settled',
      response: {
        amount: '500',
        payer: payer.address,
        extra: { channelState: { ...state, balance: '500', refundNonce: '1' } },
      },
    })
    expect(await balanceOf(payer.address)).toBe(before + 500n)
    expect(await shop.refund(channel, { amount: 500n, claimed: 300n })).toMatchObject(
      refusal(reasons.duplicateSettlement, { transaction: transactionOf(half) }),
    )
    // A request for more than is left takes all that is left.
    expect(await shop.refund(channel, { amount: 900n, nonce: 1n })).toMatchObject({
      response: { amount: '200', extra: { channelState: { ...state, balance: '300', refundNonce: '2' } } },
    })
    expect(await shop.refund(channel, { amount: 1n, nonce: 2n })).toMatchObject(refusal(channelReasons.refundNoBalance))
  })

  it('is refused a refund that would not pass, or that is none', async () => {
    const shop = newShop()
    const channel = await shop.open(1_000n)
    const asked = { ...(await channel.refund(0n)).payload, amount: '1', refundNonce: '0', claims: [] }
    const { refundNonce: _none, ...wish } = asked
    const forged = { ...asked, refundAuthorizerSignature: `0x${'11'.repeat(65)}` }
    for (const [reason, refund, options] of [
      [channelReasons.refundSimulationFailed, { ...asked, refundNonce: '1' }, shop.mine],
      [channelReasons.refundSimulationFailed, forged, shop.mine],
      [channelReasons.refundAmountInvalid, { ...asked, amount: '0' }, shop.mine],
      [channelReasons.refundMalformed, { ...asked, claims: 'none' }, shop.mine],
      [channelReasons.payloadType, wish, shop.mine],
      // Our key signs only for known receivers: otherwise the payer could take back what it owes.
      [channelReasons.authorizerNotConfigured, asked, {}],
    ] as const) {
      expect(await shop.act(refund, options), reason).toMatchObject(refusal(reason))
    }
    expect(await shop.act({ type: 'voucher' })).toMatchObject(refusal(channelReasons.payloadType))
    expect(await shop.act({ type: 'settle' })).toMatchObject(refusal(channelReasons.settleMalformed))
    expect(await shop.settle()).toMatchObject(refusal(channelReasons.nothingToSettle))
  })

  it('claims once when two instances are asked at once', async () => {
    const other = await world.openInstance()
    const shop = newShop()
    const request = shop.requestOf([await (await shop.open(1_000n)).claim(100n)])
    const outcomes = await Promise.all([world.facilitator, other, other].map((one) => one.settle(request)))
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['refused', 'refused', 'settled'])
    const rows = await world.database.settlement.findMany({
      where: { payer: { startsWith: `claim/${shop.payTo.toLowerCase()}` } },
    })
    expect(rows.map(({ state }) => state)).toEqual(['settled'])
  })

  it('has as many claims in one transaction as its gas allows', async () => {
    const narrow = await world.openInstance({ gas: { batchGas: 280_000n, claimGas: 100_000n } })
    const shop = newShop()
    const claims = await Promise.all([1, 2, 3].map(async () => openChannel(payer, shop.terms).claim(1n)))
    const ask = (count: number) => narrow.settle(shop.requestOf(claims.slice(0, count)))
    expect(await ask(3)).toMatchObject(
      refusal(channelReasons.claimMalformed, { errorMessage: 'Expected 2 claims at most.' }),
    )
    expect(await ask(2)).toMatchObject(refusal(channelReasons.claimSimulationFailed))
  })
})
