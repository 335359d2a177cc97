import { PERMIT2_ADDRESS } from '@x402/evm'
import { serializeErc6492Signature, zeroAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, describe, expect, it } from 'vitest'
import { usdc, usdcDomain } from '@/development/devnet/testing/evm-parties'
import { channelTerms } from '@/development/testing/channel-buyer'
import { openFacilitatorWorld } from '@/development/testing/facilitator-world'
import { signEvmPayment } from '@/lib/base/chains/testing/signed-payments'
import { channelReasons } from '@/lib/base/x402/payment-channel'
import { reasons } from '@/lib/base/x402/reasons'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import { parseChannelPayload } from '@/lib/channels/chain/channel-payload'
import { depositDigest } from '@/lib/channels/chain/check-channel-signature'
import { openChannel } from '@/lib/channels/testing/signed-channels'
import { untilHeadIsPast } from '@/lib/facilitator/testing/until-head-is-past'

const world = await openFacilitatorWorld()
const payer = await world.newEvmPayer()
const terms: PaymentRequirements = channelTerms(world.facilitator, { payTo: world.newEvmSeller() })
const permit2Terms: PaymentRequirements = { ...terms, extra: { ...terms.extra, assetTransferMethod: 'permit2' } }
const channel = openChannel(payer, terms)
afterAll(() => world.close())

const stranger = privateKeyToAccount(generatePrivateKey())
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000 + seconds).toString()
const thisSecond = () => untilHeadIsPast().then(() => inSeconds(0))

type Signed = { amount: string; authorization: Record<string, Record<string, unknown>> }

/** The deposit with its authorization changed, and signed again unless told otherwise. */
async function changed(deposit: PaymentPayload, changes: object, { isSigned = true } = {}): Promise<PaymentPayload> {
  const { amount, authorization } = deposit.payload.deposit as Signed
  const [[form = '', fields] = []] = Object.entries(authorization)
  const withFields = (more: object) => ({
    ...deposit,
    payload: { ...deposit.payload, deposit: { amount, authorization: { [form]: { ...fields, ...changes, ...more } } } },
  })
  const parsed = parseChannelPayload(withFields({}).payload)
  if (!isSigned || parsed.type !== 'deposit') return withFields({})
  return withFields({ signature: await payer.sign({ hash: depositDigest(parsed, terms) }) })
}

/** A deposit by Permit2 with the payer's EIP-2612 permit beside it. */
async function sponsored(changes: object = {}, { deadline = inSeconds(600) } = {}): Promise<PaymentPayload> {
  const deposit = await openChannel(payer, permit2Terms).deposit(1_000n)
  const permit = {
    owner: payer.address,
    spender: PERMIT2_ADDRESS,
    value: 1_000n,
    nonce: 0n,
    deadline: BigInt(deadline),
  }
  const fields = ['owner:address', 'spender:address', 'value:uint256', 'nonce:uint256', 'deadline:uint256']
  const Permit = fields.map((field) => field.split(':')).map(([name = '', type = '']) => ({ name, type }))
  const signature = await payer.signTypedData({
    domain: usdcDomain,
    types: { Permit },
    primaryType: 'Permit',
    message: permit,
  })
  const base = { from: payer.address, asset: usdc, spender: PERMIT2_ADDRESS, amount: '1000', nonce: '0', version: '1' }
  return { ...deposit, extensions: { eip2612GasSponsoring: { info: { ...base, deadline, signature, ...changes } } } }
}

type Case = [string, () => Promise<PaymentPayload>, (() => PaymentRequirements)?]
const deposit = () => channel.deposit(1_000n)
const permit2Deposit = () => openChannel(payer, permit2Terms).deposit(1_000n)

describe('verify and settle say', () => {
  it.each<Case>([
    [channelReasons.invalidScheme, async () => ({ ...(await deposit()), accepted: { ...terms, scheme: 'exact' } })],
    [
      channelReasons.networkMismatch,
      async () => ({ ...(await channel.voucher(1n)), accepted: { ...terms, network: 'eip155:8453' } }),
    ],
    [reasons.invalidX402Version, async () => ({ ...(await channel.voucher(1n)), x402Version: 1 })],
    [reasons.invalidAsset, () => channel.voucher(1n), () => ({ ...terms, asset: zeroAddress })],
    [reasons.invalidNetwork, () => channel.voucher(1n), () => ({ ...terms, network: 'eip155:1' })],
    [channelReasons.missingEip712Domain, deposit, () => ({ ...terms, extra: { ...terms.extra, name: undefined } })],
    [channelReasons.voucherSignature, () => channel.voucher(1n, stranger)],
    [channelReasons.channelNotFound, () => channel.refund(0n)],
    [channelReasons.validBeforeExpired, async () => changed(await deposit(), { validBefore: inSeconds(3) })],
    [channelReasons.validAfterInFuture, async () => changed(await deposit(), { validAfter: inSeconds(60) })],
    [channelReasons.validAfterInFuture, async () => changed(await deposit(), { validAfter: await thisSecond() })],
    [
      channelReasons.receiveAuthorizationSignature,
      async () => changed(await deposit(), { salt: `0x${'22'.repeat(32)}` }, { isSigned: false }),
    ],
    [
      channelReasons.factoryNotAllowed,
      async () => {
        const wrapped = serializeErc6492Signature({ address: usdc, data: '0x1234', signature: `0x${'11'.repeat(66)}` })
        return changed(await deposit(), { signature: wrapped }, { isSigned: false })
      },
    ],
    [channelReasons.insufficientBalance, () => channel.deposit(1_000_000_000n)],
    [channelReasons.cumulativeExceedsBalance, () => channel.deposit(1_000n, 1_001n)],
    [channelReasons.cumulativeBelowClaimed, () => channel.deposit(1_000n, 0n)],
    [channelReasons.payloadType, deposit, () => permit2Terms],
    [
      channelReasons.erc3009AuthorizationRequired,
      permit2Deposit,
      () => ({ ...terms, extra: { ...terms.extra, assetTransferMethod: 'eip3009' } }),
    ],
    [channelReasons.permit2InvalidSpender, async () => changed(await permit2Deposit(), { spender: usdc })],
    [
      channelReasons.permit2AmountMismatch,
      async () => changed(await permit2Deposit(), { permitted: { token: usdc, amount: '999' } }),
    ],
    [
      channelReasons.tokenMismatch,
      async () => changed(await permit2Deposit(), { permitted: { token: zeroAddress, amount: '1000' } }),
    ],
    [
      channelReasons.permit2InvalidSignature,
      async () => changed(await permit2Deposit(), { nonce: '7' }, { isSigned: false }),
    ],
    [channelReasons.permit2InvalidSignature, async () => changed(await permit2Deposit(), { from: stranger.address })],
    [channelReasons.permit2DeadlineExpired, async () => changed(await permit2Deposit(), { deadline: inSeconds(3) })],
    [channelReasons.permit2AllowanceRequired, permit2Deposit],
    [channelReasons.eip2612OwnerMismatch, () => sponsored({ from: stranger.address })],
    [channelReasons.eip2612AssetMismatch, () => sponsored({ asset: stranger.address })],
    [channelReasons.eip2612SpenderMismatch, () => sponsored({ spender: stranger.address })],
    [channelReasons.eip2612AmountMismatch, () => sponsored({ amount: '1001' })],
    [channelReasons.eip2612InvalidFormat, () => sponsored({ signature: '0x11' })],
    [channelReasons.eip2612DeadlineExpired, () => sponsored({}, { deadline: inSeconds(3) })],
    [
      channelReasons.depositSimulationFailed,
      () => sponsored({ nonce: '1' }, { deadline: inSeconds(700) }).then((one) => broken(one)),
    ],
  ])('%s', async (reason, sign, requirementsOf) => {
    const paymentPayload = await sign()
    const request = {
      paymentPayload,
      paymentRequirements:
        requirementsOf?.() ?? (paymentPayload.accepted.extra?.assetTransferMethod ? permit2Terms : terms),
    }
    expect(await world.facilitator.verify(request)).toMatchObject({ isValid: false, invalidReason: reason })
    if (paymentPayload.payload.type !== 'deposit') return
    expect(await world.facilitator.settle(request)).toMatchObject({
      kind: 'refused',
      response: { errorReason: reason },
    })
  })

  it.each<[string, object]>([
    ['no signature', { signature: '0x11' }],
    ['a number too large for the contract', { amount: (2n ** 256n).toString() }],
    ['a negative number', { deadline: '-1' }],
    ['another kind of value', { from: 5, asset: {}, spender: [] }],
    ['a signature of no curve', { signature: `0x${'ff'.repeat(65)}` }],
  ])('that a permit beside a payment is malformed, in each scheme: %s', async (_name, changes) => {
    const deposit = await sponsored(changes)
    const { extensions } = deposit
    const payTo = world.newEvmSeller()
    const exact = world.requirements({ price: '$0.001', payTo })
    const exactTerms = { ...exact, extra: { ...exact.extra, assetTransferMethod: 'permit2' } }
    const uptoTerms = world.requirements({ scheme: 'upto', price: '$0.001', payTo })
    const requests = [{ paymentPayload: deposit, paymentRequirements: permit2Terms }]
    for (const paymentRequirements of [exactTerms, uptoTerms]) {
      const signed = await signEvmPayment(payer, paymentRequirements)
      requests.push({ paymentPayload: { ...signed, extensions }, paymentRequirements })
    }
    for (const request of requests) {
      expect(await world.facilitator.verify(request)).toMatchObject({ isValid: false })
      expect(await world.facilitator.settle(request)).toMatchObject({ kind: 'refused' })
    }
  })

  it('what the chain says against a voucher', async () => {
    const open = openChannel(payer, terms)
    const verdictOn = async (paymentPayload: PaymentPayload, facilitator = world.facilitator) =>
      (await facilitator.verify({ paymentPayload, paymentRequirements: terms })).invalidReason ?? 'valid'
    const request = { paymentPayload: await open.deposit(1_000n), paymentRequirements: terms }
    expect(await world.facilitator.settle(request)).toMatchObject({ kind: 'settled' })
    expect(await verdictOn(await open.voucher(1_001n))).toBe(channelReasons.cumulativeExceedsBalance)
    expect(await verdictOn(await open.voucher(0n))).toBe(channelReasons.cumulativeBelowClaimed)
    expect(await verdictOn(await open.refund(0n))).toBe('valid')
    const payload = { type: 'claim', claims: [await open.claim(400n)] }
    const claim = { paymentPayload: { x402Version: 2, accepted: terms, payload }, paymentRequirements: terms }
    expect(await world.facilitator.settle(claim)).toMatchObject({ kind: 'settled' })
    expect(await verdictOn(await open.voucher(400n))).toBe(channelReasons.cumulativeBelowClaimed)
    expect(await verdictOn(await open.refund(399n))).toBe(channelReasons.cumulativeBelowClaimed)
    expect(await verdictOn(await open.refund(400n))).toBe('valid')
    const silent = await world.openInstance({ evmRpcUrls: ['http://127.0.0.1:9'] })
    expect(await verdictOn(await open.voucher(500n), silent)).toBe(channelReasons.rpcReadFailed)
    const spent = await world.openInstance({ gas: { dailyBudget: 1n } })
    expect(await spent.settle(claim)).toMatchObject({ response: { errorReason: reasons.gasBudgetSpent } })
  })

  it('nothing against a deposit whose allowance comes with it', async () => {
    const paymentPayload = await sponsored()
    const request = { paymentPayload, paymentRequirements: permit2Terms }
    expect(await world.facilitator.verify(request)).toMatchObject({ isValid: true })
    expect(await world.facilitator.settle(request)).toMatchObject({ kind: 'settled', response: { amount: '1000' } })
  })
})

/** With a permit that the token refuses. */
async function broken(payload: PaymentPayload): Promise<PaymentPayload> {
  const extension = payload.extensions?.eip2612GasSponsoring as { info: { deadline: string } }
  const info = { ...extension.info, deadline: (BigInt(extension.info.deadline) + 1n).toString() }
  return { ...payload, extensions: { eip2612GasSponsoring: { info } } }
}
