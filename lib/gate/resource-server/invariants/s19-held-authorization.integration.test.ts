import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { approvePermit2 } from '@/development/testing/channel-buyer'
import { type OurTarget, openTargets } from '@/development/testing/targets'
import { type BuyerPayment, createEvmBuyer, readUsdc, type TestBuyer } from '@/development/testing/test-buyer'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'

const price = 100_000n

/** Controls the running handler: it has begun, and continues when it is told to. */
let handler = newHandler()

function newHandler() {
  return { begun: newSignal(), may: newSignal() }
}

function newSignal() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => (resolve = done))
  return { promise, resolve: () => resolve() }
}

const targets = await openTargets()
const option = { price: '$0.10', network: BASE_SEPOLIA, payTo: targets.payTo } as const
const work = async () => {
  handler.begun.resolve()
  await handler.may.promise
}
const target = await targets.ours({
  routes: {
    'GET /held/exact': {
      config: { accepts: { ...option, scheme: 'exact' } },
      handler: async () => (await work(), new Response('content')),
    },
    'GET /held/upto': {
      config: { accepts: { ...option, scheme: 'upto' } },
      handler: async (request, { meter }) => {
        await work()
        meter.setAmount(new URL(request.url).searchParams.get('amount') ?? '$0.05')
        return new Response('content')
      },
    },
  },
})
afterAll(() => targets.close())

async function newBuyer(): Promise<TestBuyer> {
  const buyer = await createEvmBuyer(targets.world, 2n * price)
  await approvePermit2(targets.world, buyer.key)
  return buyer
}

type Answer = { success?: boolean; isValid?: boolean; errorReason?: string; invalidReason?: string }

/** The facilitator's answer over HTTP for a payment that another caller holds. */
async function ask(verb: 'verify' | 'settle', { payload }: BuyerPayment, amount = payload.accepted.amount) {
  const paymentRequirements = { ...payload.accepted, amount }
  const body = JSON.stringify({ x402Version: 2, paymentPayload: payload, paymentRequirements })
  const headers = { 'content-type': 'application/json' }
  const request = new Request(`${target.origin}/facilitator/${verb}`, { method: 'POST', headers, body })
  return (await (await target.site.application.facilitatorHttp[verb](request)).json()) as Answer
}

/** Pays, attacks while the handler works, lets it continue, and returns how the payment ended. */
async function attack(path: string, amounts: string[]) {
  handler = newHandler()
  const buyer = await newBuyer()
  const url = `${target.origin}/held/${path}`
  const signed = await buyer.sign(url)
  const earnedBefore = await readUsdc(targets.world, targets.payTo)
  const paying = fetch(url, { headers: signed.headers }).then(async (response) => {
    await response.text()
    return response.status
  })
  await handler.begun.promise
  const answers: Answer[] = []
  for (const amount of amounts) answers.push(await ask('settle', signed, amount))
  const verdict = await ask('verify', signed)
  handler.may.resolve()
  const status = await paying
  const { database } = target.site.application
  const readRow = () => database.payment.findFirstOrThrow({ where: { payer: buyer.address.toLowerCase() } })
  await expect.poll(async () => (await readRow()).status).not.toMatch(/claimed|settling/)
  const earned = (await readUsdc(targets.world, targets.payTo)) - earnedBefore
  return { signed, answers, verdict, status, ended: (await readRow()).status, earned }
}

type Port = OurTarget['site']['application']['gate']['facilitator']

/** Runs `work` while the gate's facilitator is changed, as it would be without its defence. */
async function without<T>(change: (facilitator: Port) => Partial<Port>, work: () => Promise<T>): Promise<T> {
  const { gate } = target.site.application
  const { facilitator } = gate
  gate.facilitator = { ...facilitator, ...change(facilitator) }
  try {
    return await work()
  } finally {
    gate.facilitator = facilitator
  }
}

/** Pays, and lets the request's lease lapse while its handler works; returns what a caller may settle then. */
async function settleAbandoned(): Promise<Answer> {
  handler = newHandler()
  const buyer = await newBuyer()
  const url = `${target.origin}/held/exact`
  const signed = await buyer.sign(url)
  const paying = fetch(url, { headers: signed.headers })
  await handler.begun.promise
  const { database } = target.site.application
  const where = { payer: buyer.address.toLowerCase() }
  await database.payment.updateMany({ where, data: { leaseToken: randomUUID(), leaseUntil: new Date(0) } })
  await target.site.reconcile()
  expect((await database.payment.findFirstOrThrow({ where })).status).toBe('abandoned')
  const answer = await ask('settle', signed)
  handler.may.resolve()
  expect((await paying).status).toBe(409)
  return answer
}

const refusal = { success: false, errorReason: 'duplicate_settlement' }

describe('S-19: what the gate has reserved, no other caller settles', () => {
  it('holds for exact while a handler works', async () => {
    const { answers, verdict, signed: _signed, ...end } = await attack('exact', ['100000', '1', '0'])
    expect(answers.map(({ success }) => success)).toEqual([false, false, false])
    expect(answers[0]).toMatchObject(refusal)
    expect(verdict).toMatchObject({ isValid: false, invalidReason: 'duplicate_settlement' })
    expect(end).toEqual({ status: 200, ended: 'settled', earned: price })
  })

  it('holds for upto at the maximum, at one unit and at zero', async () => {
    const { answers, verdict, signed: _signed, ...end } = await attack('upto', ['100000', '1', '0'])
    expect(answers).toMatchObject([refusal, refusal, refusal])
    expect(JSON.stringify([answers, verdict])).not.toMatch(/holder/i)
    expect(verdict).toMatchObject({ isValid: false, invalidReason: 'duplicate_settlement' })
    expect(end).toEqual({ status: 200, ended: 'settled', earned: price / 2n })
  })

  it('breaks without a reservation: the payer settles at one unit below the gate', async () => {
    const unreserved = ({ verify }: Port): Partial<Port> => ({ verify: (payment) => verify(payment) })
    const { answers, ended, earned } = await without(unreserved, () => attack('upto', ['1']))
    expect(answers).toMatchObject([{ success: true }])
    expect([ended, earned]).toEqual(['received', 1n])
  })

  it('holds for upto that settled nothing: it is used up, and not settled later', async () => {
    const { signed, ...end } = await attack('upto?amount=0', [])
    expect(end).toMatchObject({ status: 200, ended: 'spent_zero', earned: 0n })
    expect([await ask('settle', signed), await ask('settle', signed, '0')]).toMatchObject([refusal, refusal])
    expect(await ask('verify', signed)).toMatchObject({ isValid: false, invalidReason: 'duplicate_settlement' })
  })

  it('breaks where an unused authorization is released: all that was signed is settled later', async () => {
    const { signed } = await without(
      ({ release }) => ({ spend: release }),
      () => attack('upto?amount=0', []),
    )
    expect(await ask('settle', signed)).toMatchObject({ success: true })
  })

  it('is released with a claim whose request has ended, and only then', async () => {
    expect(await settleAbandoned()).toMatchObject({ success: true })
    expect(await without(() => ({ release: async () => {} }), settleAbandoned)).toMatchObject(refusal)
  })
})
