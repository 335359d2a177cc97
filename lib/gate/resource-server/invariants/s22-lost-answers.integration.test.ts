import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { landPayment } from '@/development/testing/channel-buyer'
import { openFacilitatorSite } from '@/development/testing/facilitator-world'
import { serveFacilitator } from '@/development/testing/serve-facilitator'
import { type ServedFetch, serveFetch } from '@/development/testing/serve-fetch'
import { type OurTarget, openTargets } from '@/development/testing/targets'
import { type BuyerPayment, createEvmBuyer, readUsdc, type TestBuyer } from '@/development/testing/test-buyer'
import type { Database } from '@/lib/base/infra/database'
import { parseHeader } from '@/lib/base/x402/header-codec'
import { PAYMENT_HOLDER_HEADER } from '@/lib/base/x402/payment-holder'
import { reasons } from '@/lib/base/x402/reasons'

const price = 1_000n
const PATH = '/cheap'

const targets = await openTargets()
afterAll(() => targets.close())

/** Removes the reservation, as a crash of the facilitator's database may: its commit does not wait for the disk. */
async function loseReservation(database: Database): Promise<void> {
  expect((await database.settlement.deleteMany({ where: { state: 'reserved' } })).count).toBe(1)
}

const bodyOf = ({ payload }: BuyerPayment) =>
  JSON.stringify({ x402Version: 2, paymentPayload: payload, paymentRequirements: payload.accepted })

/** Another server of the same payee asks over HTTP, with or without a holder. */
async function askElsewhere(origin: string, path: 'verify' | 'settle', signed: BuyerPayment, holder?: string) {
  const headers = { 'content-type': 'application/json', ...(holder && { [PAYMENT_HOLDER_HEADER]: holder }) }
  const answer = await fetch(`${origin}/facilitator/${path}`, { method: 'POST', headers, body: bodyOf(signed) })
  return answer.json() as Promise<Record<string, unknown>>
}

type FacilitatorSite = Awaited<ReturnType<typeof openFacilitatorSite>>

const originOf = ({ url }: FacilitatorSite) => new URL(url).origin

async function ask({ origin, site }: OurTarget, buyer: TestBuyer, signed: BuyerPayment) {
  const before = await buyer.balance()
  const response = await fetch(`${origin}${PATH}`, { headers: signed.headers })
  const parsed = parseHeader(response.headers.get('payment-required') ?? '')
  const row = await site.application.database.payment.findFirst({ where: { payer: buyer.address.toLowerCase() } })
  const error = parsed.ok ? parsed.value.error : undefined
  return { status: response.status, error, row: row?.status, spent: before - (await buyer.balance()) }
}

const received = { status: 402, error: reasons.authorizationAlreadyUsed, row: 'received', spent: price }
const served = { status: 200, error: undefined, row: 'settled', spent: price }

describe('S-22: a payment whose reservation a crash took and whose settle got no answer, settled for another server', () => {
  let ours: OurTarget
  let outside: ServedFetch

  beforeEach(async () => {
    ours = await targets.ours({})
    outside = await serveFetch(serveFacilitator(ours.site.application.facilitatorHttp))
    return () => outside.stop()
  })

  /** Makes our own settle end in that way, after the other server's has succeeded. */
  function settleElsewhereFirst(signed: BuyerPayment, end: 'breaks off' | 'refused') {
    const { database, gate } = ours.site.application
    gate.facilitator.settle = async ({ requirements: { network } }) => {
      await loseReservation(database)
      expect(await askElsewhere(outside.origin, 'settle', signed)).toMatchObject({ success: true })
      if (end === 'breaks off') throw new Error('The database is away.')
      const response = { success: false, transaction: '', network, errorReason: reasons.gasBudgetSpent }
      return { kind: 'refused', response }
    }
  }

  it.each(['breaks off', 'refused'] as const)(
    'opens nothing, and its money is received: our settle %s',
    async (end) => {
      const buyer = await createEvmBuyer(targets.world, 1_000_000n)
      const signed = await buyer.sign(`${ours.origin}${PATH}`)
      settleElsewhereFirst(signed, end)
      expect(await ask(ours, buyer, signed)).toEqual(received)
      expect(await ask(ours, buyer, signed)).toEqual({ ...received, spent: 0n })
    },
  )

  it('breaks where the facilitator is not asked for whom it settled: both servers open for one price', async () => {
    const buyer = await createEvmBuyer(targets.world, 1_000_000n)
    const signed = await buyer.sign(`${ours.origin}${PATH}`)
    settleElsewhereFirst(signed, 'breaks off')
    ours.site.application.gate.facilitator.askSettledFor = async () => []
    expect(await ask(ours, buyer, signed)).toEqual(served)
  })
})

describe('S-22: the same with facilitators over HTTP', () => {
  let facilitator: FacilitatorSite
  let second: FacilitatorSite
  /** A proxy between our gate and the first facilitator. */
  let front: ServedFetch
  /** Handles our gate's settle on its way; null forwards it. */
  let atSettle: ((forward: () => Promise<Response>) => Promise<Response>) | null = null
  let ours: OurTarget

  beforeAll(async () => {
    facilitator = await openFacilitatorSite()
    second = await openFacilitatorSite()
    front = await serveFetch(async (request) => {
      const { pathname } = new URL(request.url)
      const { method, headers } = request
      const body = method === 'POST' ? await request.text() : null
      const forward = () => fetch(new URL(facilitator.url).origin + pathname, { method, headers, body })
      return atSettle && pathname.endsWith('/settle') ? atSettle(forward) : forward()
    })
    ours = await targets.ours({ env: { FACILITATOR_URLS: `${front.origin}/facilitator` } })
  })
  afterAll(async () => {
    await front?.stop()
    await facilitator?.close()
    await second?.close()
  })

  const away = () => Response.json({ code: 'database_away' }, { status: 503 })
  const elsewhere = () => originOf(facilitator)

  /** Our settle gets no answer; `act` runs before that. */
  async function paid(
    act: (signed: BuyerPayment, forward: () => Promise<Response>) => Promise<unknown>,
    server: OurTarget = ours,
  ) {
    const buyer = await createEvmBuyer(targets.world, 1_000_000n)
    const signed = await buyer.sign(`${server.origin}${PATH}`)
    let acting: Promise<unknown> | null = null
    atSettle = async (forward) => {
      atSettle = null
      acting = act(signed, forward)
      await acting.catch(() => {})
      return away()
    }
    const answer = await ask(server, buyer, signed)
    await acting
    return answer
  }

  it('opens nothing where another server had it settled', async () => {
    const earned = await readUsdc(targets.world, ours.payTo)
    const answer = await paid(async (signed) => {
      await loseReservation(facilitator.database)
      expect(await askElsewhere(elsewhere(), 'settle', signed)).toMatchObject({ success: true })
    })
    expect(answer).toEqual(received)
    expect((await readUsdc(targets.world, ours.payTo)) - earned).toBe(price)
  })

  it('opens the content where another has only reserved it, and a stranger landed it', async () => {
    const answer = await paid(async (signed) => {
      await loseReservation(facilitator.database)
      expect(await askElsewhere(elsewhere(), 'verify', signed, randomUUID())).toMatchObject({ isValid: true })
      await landPayment(targets.world, signed.payload)
      const told = await askElsewhere(elsewhere(), 'verify', signed, randomUUID())
      expect(told).toMatchObject({ isValid: false })
      expect(told).not.toHaveProperty('settledFor')
    })
    expect(answer).toEqual(served)
  })
})
