import type { PaymentPayload } from '@x402/core/types'
import { encodeFunctionData, zeroAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, describe, expect, it } from 'vitest'
import { canonicalAddresses } from '@/development/devnet/evm/canonical-addresses'
import { usdc, walletAt } from '@/development/devnet/testing/evm-parties'
import { type ChannelBuyer, createChannelBuyer, initiateWithdraw } from '@/development/testing/channel-buyer'
import { delegate } from '@/development/testing/hostile-payers'
import { placeTestContract } from '@/development/testing/place-contract'
import { openTargets } from '@/development/testing/targets'
import { termsOf as challengeOf } from '@/development/testing/terms-of'
import { sql } from '@/lib/base/infra/database'
import { encodeHeader, parseHeader } from '@/lib/base/x402/header-codec'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { channelReasons } from '@/lib/base/x402/payment-channel'
import { headerNames } from '@/lib/base/x402/protocol-headers'
import type { PaymentRequired } from '@/lib/base/x402/wire'
import { channelAbi } from '@/lib/channels/chain/channel-contract'
import { openChannel } from '@/lib/channels/testing/signed-channels'
import { claimChannels, watchChannels } from './claim-channels'

const price = 100n
const stranger = privateKeyToAccount(generatePrivateKey())
let runs = 0
let work = async () => {}

const targets = await openTargets()
const accepts = { scheme: 'batch-settlement', price: '$0.0001', network: BASE_SEPOLIA, payTo: targets.payTo } as const
const handler = async () => {
  await work()
  return Response.json({ call: ++runs })
}
const routes = {
  'GET /call': { config: { accepts }, handler },
  'GET /named': { config: { accepts, extensions: { 'payment-identifier': {} } }, handler },
  // No database can store the end of so long a right, so no charge is ever kept.
  'GET /unkept': { config: { accepts, extensions: { 'sign-in-with-x': { entitlementSeconds: 1e300 } } }, handler },
}
const one = await targets.ours({ routes })
const url = `${one.origin}/call`
afterAll(() => targets.close())

const database = () => one.site.application.database
const channelOf = (buyer: ChannelBuyer) =>
  database().paymentChannel.findFirstOrThrow({ where: { payer: buyer.address.toLowerCase() } })
const chargedTo = async (buyer: ChannelBuyer) => BigInt((await channelOf(buyer)).chargedAtomic.toFixed(0))

async function openBuyer(): Promise<ChannelBuyer> {
  const buyer = await createChannelBuyer(targets.world, 1_000_000n)
  expect((await buyer.fetch(url)).status).toBe(200)
  return buyer
}

type Fields = { channelConfig: Record<string, unknown>; voucher: Record<string, string>; deposit?: { amount: string } }
const fieldsOf = (payload: PaymentPayload) => structuredClone(payload.payload) as unknown as Fields

const headersOf = (payload: PaymentPayload) => ({ [headerNames.paymentSignature]: encodeHeader(payload) })

async function termsOf(url: string) {
  const [accepted] = challengeOf(await fetch(url)).accepts
  if (!accepted) throw new Error('Expected terms.')
  return accepted
}

async function send(payload: PaymentPayload, to = url): Promise<{ status: number; error: string | undefined }> {
  const response = await fetch(to, { headers: headersOf(payload) })
  const terms = parseHeader(response.headers.get(headerNames.paymentRequired) ?? '')
  const error = terms.ok ? (terms.value as PaymentRequired).error : undefined
  return { status: response.status, error }
}

/** Forgeries made from a voucher that the stock client signed. */
const forgeries: { name: string; error: string; forge: (fields: Fields, other: Fields) => void }[] = [
  {
    name: 'a voucher whose sum was raised',
    error: channelReasons.voucherSignature,
    forge: ({ voucher }) => void (voucher.maxClaimableAmount = '300'),
  },
  {
    name: 'the id of another channel',
    error: channelReasons.channelIdMismatch,
    forge: (fields, other) => void (fields.voucher.channelId = other.voucher.channelId ?? ''),
  },
  {
    name: 'a type that there is not',
    error: channelReasons.payloadType,
    forge: (fields) => Object.assign(fields, { type: 'gift' }),
  },
]

describe('is refused without a charge and without work:', () => {
  it('each forgery of a voucher', async () => {
    const [buyer, other] = [await openBuyer(), await openBuyer()]
    const { payload } = await buyer.sign(url)
    const others = fieldsOf((await other.sign(url)).payload)
    const before = runs
    for (const { name, error, forge } of forgeries) {
      const fields = fieldsOf(payload)
      forge(fields, others)
      expect([name, await send({ ...payload, payload: fields })]).toEqual([name, { status: 402, error }])
    }
    expect([runs, await chargedTo(buyer), await chargedTo(other)]).toEqual([before, price, price])
  })

  it.each([
    { name: 'receiver', field: 'payTo', error: channelReasons.receiverMismatch },
    { name: 'receiver authorizer', field: 'receiverAuthorizer', error: channelReasons.receiverAuthorizerMismatch },
  ])('a channel whose $name is a stranger, well signed', async ({ field, error }) => {
    const buyer = await createChannelBuyer(targets.world, 1_000_000n)
    const { payload: ours } = await buyer.sign(url)
    const terms = { ...ours.accepted, extra: { ...ours.accepted.extra } }
    if (field === 'payTo') terms.payTo = stranger.address
    else terms.extra.receiverAuthorizer = stranger.address
    const payload = await buyer.signTerms(terms)
    const before = runs
    expect(await send({ ...payload, accepted: ours.accepted })).toEqual({ status: 402, error })
    expect([runs, await buyer.balance()]).toEqual([before, 1_000_000n])
  })
})

describe('a payer', () => {
  it('who sends one deposit many times at once is debited once, and served once', async () => {
    const buyer = await createChannelBuyer(targets.world, 1_000_000n)
    const { payload } = await buyer.sign(url)
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(payload)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    await expect.poll(async () => (await send(payload)).status).toBe(402)
    expect([await chargedTo(buyer), await buyer.balance()]).toEqual([price, 1_000_000n - 100n * price])
  })

  it('answers for no work of a stranger who names it as the payer of a channel', async () => {
    const [buyer, account] = [await openBuyer(), privateKeyToAccount(generatePrivateKey())]
    await targets.world.faucet({ network: BASE_SEPOLIA, address: account.address, amountAtomic: 1_000_000n })
    const channel = openChannel(account, await termsOf(`${one.origin}/unkept`), { payerAuthorizer: stranger.address })
    const deposit = await channel.deposit(10_000n)
    const { voucher: first } = (await channel.voucher(price, stranger)).payload
    expect((await send({ ...deposit, payload: { ...deposit.payload, voucher: first } })).status).toBe(200)
    const voucher = await channel.voucher(2n * price, stranger)
    for (let time = 0; time < 3; time += 1) expect((await send(voucher, `${one.origin}/unkept`)).status).toBe(500)
    // The key that signed has to wait; the wallet that was named does not, in any channel.
    expect((await send(voucher, `${one.origin}/unkept`)).status).toBe(429)
    const own = openChannel(account, await termsOf(url))
    expect((await send(await own.deposit(10_000n))).status).toBe(200)
    expect((await buyer.fetch(url)).status).toBe(200)
  })

  it('who has work done twice under one identifier owes for what it did not pay', async () => {
    const account = privateKeyToAccount(generatePrivateKey())
    await targets.world.faucet({ network: BASE_SEPOLIA, address: account.address, amountAtomic: 1_000_000n })
    const named = `${one.origin}/named`
    const accepted = await termsOf(named)
    const channels = [openChannel(account, accepted), openChannel(account, accepted)]
    for (const channel of channels) expect((await send(await channel.deposit(10_000n))).status).toBe(200)
    let begun = 0
    const bothBegun = new Promise<void>((resolve) => {
      work = async () => {
        begun += 1
        if (begun === 2) resolve()
        await bothBegun
      }
    })
    const extensions = { 'payment-identifier': { info: { required: false, id: 'order-0123456789abcdef' } } }
    const answers = await Promise.all(
      channels.map(async (channel) => send({ ...(await channel.voucher(2n * price)), extensions }, named)),
    )
    work = async () => {}
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const owed = { payer: account.address.toLowerCase(), status: 'refused', producedAt: { not: null } }
    expect(await database().payment.count({ where: owed })).toBe(1)
  })

  it('who starts to withdraw has everything claimed at once, and is served no more before it is too late', async () => {
    const buyer = await openBuyer()
    const { payload } = await buyer.sign(url)
    await initiateWithdraw(targets.world, buyer.key, fieldsOf(payload).channelConfig, 9_000n)
    const payer = buyer.address.toLowerCase()
    await database().execute(
      sql`UPDATE payment_channels SET synced_at = now() - interval '1 day' WHERE payer = ${payer}`,
    )
    await watchChannels(one.site.application.gate)
    await claimChannels(one.site.application.gate, { afterSeconds: 86_400, aboveAtomic: 10n ** 12n })
    const claimed = await channelOf(buyer)
    expect([claimed.claimedAtomic.toFixed(0), claimed.withdrawRequestedAt !== null]).toEqual(['100', true])

    // Half of the delay has passed.
    await database().execute(sql`
      UPDATE payment_channels SET withdraw_requested_at = now() - make_interval(secs => withdraw_delay / 2 + 1), synced_at = now()
      WHERE payer = ${payer}`)
    const before = runs
    expect(await send(payload)).toEqual({ status: 402, error: channelReasons.closing })
    expect(runs).toBe(before)
  })

  it('who disowns its voucher by code of its own holds up no claim of the others', async () => {
    const world = targets.world
    const account = privateKeyToAccount(generatePrivateKey())
    await world.faucet({ network: BASE_SEPOLIA, address: account.address, amountAtomic: 1_000_000n })
    const hostile = openChannel(account, await termsOf(url), { payerAuthorizer: zeroAddress })
    expect(await send(await hostile.deposit(10_000n))).toMatchObject({ status: 200 })
    const buyers = [await openBuyer(), await openBuyer()]
    // From now on its signatures cannot be checked.
    await delegate(world.evmRpcUrl, account, usdc)
    await database().execute(sql`UPDATE payment_channels SET next_claim_at = now()`)
    await claimChannels(one.site.application.gate, { afterSeconds: 0, aboveAtomic: 1n })
    for (const buyer of buyers) expect((await channelOf(buyer)).claimedAtomic.toFixed(0)).toBe('100')
    const owed = await database().paymentChannel.findUniqueOrThrow({
      where: { network_id: { network: BASE_SEPOLIA, id: hostile.id } },
    })
    expect(owed.claimedAtomic.toFixed(0)).toBe('0')
  })

  it('who could disown what it has come to waits until that is claimed', async () => {
    const account = privateKeyToAccount(generatePrivateKey())
    await targets.world.faucet({ network: BASE_SEPOLIA, address: account.address, amountAtomic: 1_000_000n })
    const channel = openChannel(account, await termsOf(url), { payerAuthorizer: zeroAddress })
    expect(await send(await channel.deposit(10_000n))).toMatchObject({ status: 200 })
    await database().execute(sql`
      UPDATE payment_channels SET unclaimed_since = now() - interval '1 hour', next_claim_at = now() WHERE id = ${channel.id}`)
    const before = runs
    const voucher = await channel.voucher(2n * price)
    expect([(await send(voucher)).status, runs]).toEqual([429, before])
    await claimChannels(one.site.application.gate, { afterSeconds: 3_600, aboveAtomic: 5_000_000n })
    expect((await send(voucher)).status).toBe(200)
  })

  it('whose refund is in doubt is not served out of what the refund would take', async () => {
    const buyer = await openBuyer()
    const { payload } = await buyer.sign(url)
    const { facilitator } = one.site.application.gate
    const settle = facilitator.settle
    facilitator.settle = async () => ({ kind: 'unknown', reason: 'timeout' })
    await expect(buyer.refund(url)).rejects.toThrow('PAYMENT-RESPONSE')
    facilitator.settle = settle
    const before = runs
    expect(await send(payload)).toEqual({ status: 402, error: channelReasons.channelBusy })
    expect([runs, await chargedTo(buyer)]).toEqual([before, price])
  })
})

/** Asks when no request works on the call any more: how an answer ended is noted just after its reader has it. */
async function ask(url: string, payload: PaymentPayload, method = 'GET') {
  for (;;) {
    const response = await fetch(url, { method, headers: headersOf(payload) })
    const body = (await response.json().catch(() => null)) as Record<string, unknown> | null
    const isInWork = response.status === 409 && response.headers.has('retry-after')
    if (!isInWork) return { status: response.status, body }
  }
}

const naming = (payload: PaymentPayload, id: string): PaymentPayload => ({
  ...payload,
  extensions: { ...payload.extensions, 'payment-identifier': { info: { required: false, id } } },
})

describe('what was paid for reaches nobody else:', () => {
  it('the outcome of a payment identifier, asked for by a channel that only names its payer', async () => {
    const named = `${one.origin}/named`
    const buyer = await createChannelBuyer(targets.world, 1_000_000n)
    const id = `order_${crypto.randomUUID()}`
    const bought = await ask(named, naming((await buyer.sign(named)).payload, id))
    expect(bought.status).toBe(200)
    const [payer, accepted, before] = [privateKeyToAccount(buyer.key), await termsOf(named), runs]
    const [unkeyed, keyed] = [zeroAddress, stranger.address].map((payerAuthorizer) =>
      openChannel(payer, accepted, { payerAuthorizer }),
    )
    if (!unkeyed || !keyed) throw new Error('Expected two channels.')
    for (const channel of [unkeyed, keyed]) {
      const forged = await ask(named, naming(await channel.voucher(price, stranger), id))
      expect([forged.status, forged.body?.code]).toEqual([409, 'payment_identifier_conflict'])
    }
    // The payer's own signature, in either channel.
    for (const channel of [unkeyed, openChannel(payer, accepted)]) {
      expect(await ask(named, naming(await channel.voucher(price), id))).toEqual(bought)
    }
    expect([runs, await chargedTo(buyer)]).toEqual([before, price])
  })

  it('a payment identifier, which a stranger shows first, with a channel that it has filled in the payer’s name', async () => {
    const { world } = targets
    const [named, id] = [`${one.origin}/named`, `order_${crypto.randomUUID()}`]
    const [accepted, before] = [await termsOf(named), runs]
    const squatter = privateKeyToAccount(generatePrivateKey())
    const victim = privateKeyToAccount((await createChannelBuyer(world, 1_000_000n)).key)
    const filled = openChannel(victim, accepted, { payerAuthorizer: squatter.address })
    const collector = await placeTestContract('FillingCollector')
    await world.faucet({ network: BASE_SEPOLIA, address: collector, amountAtomic: 10_000n })
    await world.faucet({ network: BASE_SEPOLIA, address: squatter.address, amountAtomic: 0n })
    const args = [filled.config, 10_000n, collector, '0x'] as const
    const data = encodeFunctionData({ abi: channelAbi, functionName: 'deposit', args })
    const wallet = walletAt(world.evmRpcUrl, squatter)
    const hash = await wallet.sendTransaction({ to: canonicalAddresses.batchSettlement, data })
    await wallet.waitForTransactionReceipt({ hash })
    const shown = await send(naming(await filled.voucher(price, squatter), id), named)
    expect([shown, runs]).toEqual([{ status: 402, error: channelReasons.openedElsewhere }, before])
    const own = naming(await openChannel(victim, accepted).deposit(10_000n), id)
    const bought = await ask(named, own)
    expect(bought.status).toBe(200)
    const copy = await ask(named, naming(await filled.voucher(2n * price, squatter), id))
    expect([copy.status, copy.body?.code]).toEqual([409, 'payment_identifier_conflict'])
    expect([await ask(named, own), runs]).toEqual([bought, before + 1])
  })

  it('what a channel with a key of its own paid for, which that key only gets again', async () => {
    const named = `${one.origin}/named`
    const buyer = await createChannelBuyer(targets.world, 1_000_000n)
    const accepted = await termsOf(named)
    const channel = openChannel(privateKeyToAccount(buyer.key), accepted, { payerAuthorizer: stranger.address })
    const [deposit, voucher] = [await channel.deposit(10_000n), await channel.voucher(price, stranger)]
    const id = `order_${crypto.randomUUID()}`
    const payload = { ...deposit, payload: { ...deposit.payload, voucher: voucher.payload.voucher } }
    const bought = await ask(named, naming(payload, id))
    expect(bought.status).toBe(200)
    for (const again of [payload, voucher]) expect(await ask(named, naming(again, id))).toEqual(bought)
    const other = await ask(named, naming(await channel.voucher(price), id))
    expect(other.status).toBe(402)
    expect(await chargedTo(buyer)).toBe(price)
  })
})
