import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { type ChannelBuyer, createChannelBuyer } from '@/development/testing/channel-buyer'
import { openTargets } from '@/development/testing/targets'
import { sql } from '@/lib/base/infra/database'
import { encodeHeader } from '@/lib/base/x402/header-codec'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { headerNames } from '@/lib/base/x402/protocol-headers'
import type { HandlerContext } from '@/lib/gate/resource-server/route-config'

/** Price of a word; a voucher is good for ten, a deposit for a thousand. */
const word = 10n
const step = 100n
let isCancelled = false
/** How many words a handler may give. */
let allowed = Number.POSITIVE_INFINITY

const targets = await openTargets()
const accepts = {
  scheme: 'batch-settlement',
  price: '$0.0001',
  network: BASE_SEPOLIA,
  payTo: targets.payTo,
} as const
const routes = {
  'GET /words': { config: { accepts, isStreaming: true, query: ['count'] }, handler: words },
  'GET /other': { config: { accepts: { ...accepts, price: '$0.0002' }, isStreaming: true }, handler: words },
  'GET /none': { config: { accepts, isStreaming: true }, handler: () => new Response('no', { status: 500 }) },
}
const one = await targets.ours({ routes })
const two = await targets.ours({ routes, publicOrigin: one.origin })
afterAll(() => targets.close())

function words(request: Request, { meter }: HandlerContext): Response {
  const count = Number(new URL(request.url).searchParams.get('count') ?? 0)
  let sent = 0
  isCancelled = false
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (sent === count) return controller.close()
        while (sent >= allowed) await sleep(5)
        sent += 1
        meter.charge(word)
        controller.enqueue(new TextEncoder().encode(`word ${sent}\n`))
      },
      cancel() {
        isCancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, { headers: { 'Content-Type': 'text/plain' } })
}

const database = () => one.site.application.database
const newBuyer = () => createChannelBuyer(targets.world, 1_000_000n)
const channelOf = (buyer: ChannelBuyer) =>
  database().paymentChannel.findFirstOrThrow({ where: { payer: buyer.address.toLowerCase() } })
const chargedTo = async (buyer: ChannelBuyer) => BigInt((await channelOf(buyer)).chargedAtomic.toFixed(0))
const paymentsOf = (buyer: ChannelBuyer) =>
  database().payment.findMany({ where: { payer: buyer.address.toLowerCase() }, orderBy: { claimedAt: 'asc' } })

async function untilEnded(buyer: ChannelBuyer) {
  await expect.poll(async () => (await channelOf(buyer)).pendingId).toBe(null)
  return paymentsOf(buyer)
}

const wordsIn = (text: string): number => text.split('\n').length - 1

/** Reads to the end, or to where it breaks; returns the number of words, and whether it was whole. */
async function readAll(response: Response): Promise<{ words: number; isWhole: boolean }> {
  const reader = response.body?.getReader()
  let text = ''
  try {
    for (;;) {
      const next = await reader?.read()
      if (!next?.value) return { words: wordsIn(text), isWhole: true }
      text += new TextDecoder().decode(next.value)
    }
  } catch {
    return { words: wordsIn(text), isWhole: false }
  }
}

/** A stream that waits for its next voucher, opened for a client that announces more. */
async function openContinued(buyer: ChannelBuyer, count: number) {
  const response = await buyer.fetch(`${one.origin}/words?count=${count}`, {
    headers: { [headerNames.paymentStream]: 'continue' },
  })
  const stream = response.headers.get(headerNames.paymentStream) ?? ''
  const asks = (init: RequestInit = {}, at = two) =>
    fetch(`${at.origin}/words`, { ...init, headers: { ...init.headers, [headerNames.paymentStream]: stream } })
  return { response, stream, asks }
}

describe('a stream out of a channel', () => {
  it('costs what was sent, and the channel goes on from there', async () => {
    const buyer = await newBuyer()
    const url = `${one.origin}/words?count=7`
    const response = await buyer.fetch(url)
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    expect(await readAll(response)).toEqual({ words: 7, isWhole: true })
    const [payment] = await untilEnded(buyer)
    expect([payment?.status, payment?.settledAtomic?.toFixed(0)]).toEqual(['settled', String(7n * word)])
    expect(payment?.settleResponse).toMatchObject({ extra: { chargedAmount: String(7n * word) } })
    expect(await readAll(await buyer.fetch(url))).toEqual({ words: 7, isWhole: true })
    await untilEnded(buyer)
    expect(await chargedTo(buyer)).toBe(14n * word)
    const refunded = await buyer.refund(url)
    expect(refunded.amount).toBe(String(100n * step - 14n * word))
  })

  it('is charged before each part leaves', async () => {
    const buyer = await newBuyer()
    allowed = 1
    onTestFinished(() => void (allowed = Number.POSITIVE_INFINITY))
    const response = await buyer.fetch(`${one.origin}/words?count=6`)
    const reader = response.body?.getReader()
    for (; allowed <= 6; allowed += 1) {
      await reader?.read()
      expect(await chargedTo(buyer)).toBe(BigInt(allowed) * word)
    }
    await reader?.read()
    await untilEnded(buyer)
  })

  it('costs nothing more once the buyer hangs up, and frees the channel', async () => {
    const buyer = await newBuyer()
    const hangUp = new AbortController()
    const response = await buyer.fetch(`${one.origin}/words?count=9`, { signal: hangUp.signal })
    const reader = response.body?.getReader()
    for (let read = 0; read < 3; read += 1) await reader?.read()
    hangUp.abort()
    const [payment] = await untilEnded(buyer)
    const charged = await chargedTo(buyer)
    expect([payment?.status, payment?.settledAtomic?.toFixed(0)]).toEqual(['settled', String(charged)])
    expect(isCancelled).toBe(true)
    expect((await buyer.fetch(`${one.origin}/words?count=1`)).status).toBe(200)
  })

  it('goes on as long as a stock client answers the questions of another instance', async () => {
    const buyer = await newBuyer()
    const { response, stream } = await openContinued(buyer, 47)
    const reading = readAll(response)
    const headers = { [headerNames.paymentStream]: stream }
    let answer: Response
    do answer = await buyer.fetch(`${two.origin}/words`, { headers })
    while (answer.status === 204)
    expect([answer.status, (await answer.json()).code]).toEqual([410, 'stream_over'])
    expect(await reading).toEqual({ words: 47, isWhole: true })
    const [payment] = await untilEnded(buyer)
    expect(await chargedTo(buyer)).toBe(47n * word)
    const { signedAtomic } = await channelOf(buyer)
    // Never more than two steps ahead: what is left of the last one, and one that was asked for.
    expect(Number(signedAtomic)).toBeLessThanOrEqual(Number(47n * word + 2n * step))
    expect(payment?.authorizedAtomic.toFixed(0)).toBe(signedAtomic?.toFixed(0))
  })

  it('is ended by the others when its process has died, with its charges kept', async () => {
    const buyer = await newBuyer()
    const { response } = await openContinued(buyer, 400)
    const reading = readAll(response)
    await expect.poll(() => chargedTo(buyer)).toBe(step)
    await database().execute(sql`
      UPDATE payments SET lease_token = gen_random_uuid(), lease_until = now() WHERE payer = ${buyer.address.toLowerCase()}`)
    await expect
      .poll(async () => {
        await two.site.reconcile()
        return (await paymentsOf(buyer)).map(({ status, settledAtomic }) => [status, settledAtomic?.toFixed(0)])
      })
      .toEqual([['settled', String(step)]])
    expect(await reading).toEqual({ words: 10, isWhole: false })
    expect((await channelOf(buyer)).pendingId).toBe(null)
  })
})

it('a voucher for a running stream allows more only for its own channel, upwards, and within what lies there', async () => {
  const [buyer, stranger] = [await newBuyer(), await newBuyer()]
  await (await stranger.fetch(`${one.origin}/words?count=1`)).text()
  const { response, asks, stream } = await openContinued(buyer, 400)
  const reading = readAll(response)
  await expect.poll(() => chargedTo(buyer)).toBe(step)
  const pay = async (payload: object) => {
    const answer = await asks({ headers: { 'PAYMENT-SIGNATURE': encodeHeader(payload) } })
    return [answer.status, answer.status === 402 ? (await answer.json()).error : null]
  }
  const url = `${one.origin}/words`
  const prefix = 'invalid_batch_settlement_evm_'
  expect(await pay(await stranger.signVoucher(url, 5n * step))).toEqual([402, `${prefix}channel_id_mismatch`])
  expect(await pay(await buyer.signVoucher(url, step))).toEqual([402, `${prefix}cumulative_amount_mismatch`])
  expect(await pay(await buyer.signVoucher(url, 200n * step))).toEqual([402, `${prefix}cumulative_exceeds_balance`])
  const forged = await buyer.signVoucher(url, 3n * step)
  const other = await buyer.signVoucher(url, 2n * step)
  const { voucher } = other.payload as { voucher: object }
  const { voucher: claimed } = forged.payload as { voucher: { maxClaimableAmount: string } }
  const stretched = { ...other.payload, voucher: { ...voucher, maxClaimableAmount: claimed.maxClaimableAmount } }
  expect(await pay({ ...other, payload: stretched })).toEqual([402, `${prefix}voucher_signature`])
  const elsewhere = await fetch(`${one.origin}/other`, { headers: { [headerNames.paymentStream]: stream } })
  expect(elsewhere.status).toBe(410)
  expect(await chargedTo(buyer)).toBe(step)
  // Only now more is signed, and no more than that leaves.
  expect(await pay(forged)).toEqual([204, null])
  await expect.poll(() => chargedTo(buyer)).toBe(3n * step)
  await database().execute(sql`
    UPDATE payment_channels SET withdraw_requested_at = now() - make_interval(secs => withdraw_delay)
    WHERE payer = ${buyer.address.toLowerCase()}`)
  expect(await reading).toEqual({ words: 30, isWhole: false })
  await untilEnded(buyer)
  expect(await pay(await buyer.signVoucher(url, 4n * step))).toEqual([410, null])
})
