import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readOnUnpaid, WORD_PRICE } from '@/development/testing/attacks/read-on-unpaid'
import { words } from '@/development/testing/target-routes'
import { type OurTarget, openTargets, type Targets } from '@/development/testing/targets'
import { termsOf } from '@/development/testing/terms-of'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import { approvePermit2, sendUsdc } from '@/development/testing/wallet-moves'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'

/** Most words that may be unpaid at `/stream`, and at `/long`. */
const [USUAL, RAISED] = [2, 100]
let targets: Targets
let target: OurTarget
let release = () => {}

beforeAll(async () => {
  targets = await openTargets()
  const accepts = { scheme: 'upto', price: '$0.10', network: BASE_SEPOLIA, payTo: targets.payTo } as const
  const raised = { isStreaming: true, streamsOnCredit: { mostUnpaid: '$0.10' } }
  target = await targets.ours({
    routes: {
      'GET /long': { config: { accepts, ...raised }, handler: words },
      'GET /quiet': { config: { accepts, ...raised }, handler: quiet },
      'GET /sold': { config: { accepts, isStreaming: true }, handler: words },
    },
  })
})
afterAll(() => targets.close())

/** A word, and then nothing until it is told to end. */
function quiet(_request: Request, { meter }: { meter: { charge: (amount: string) => void } }): Response {
  let isFirst = true
  const released = new Promise<void>((resolve) => (release = resolve))
  return new Response(
    new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          if (!isFirst) await released
          isFirst = false
          meter.charge('$0.001')
          controller.enqueue(new TextEncoder().encode('word\n'))
        },
        cancel: release,
      },
      { highWaterMark: 0 },
    ),
  )
}

const facilitator = () => target.site.application.gate.ports.facilitator
const rowsOf = (payer: string) =>
  target.site.application.database.payment.findMany({ where: { payer: payer.toLowerCase() } })

describe('S-21: a stream on credit whose payer moves its money away', () => {
  it('costs the seller no more than may be unpaid, round after round', async () => {
    const { words: read, earned, kept } = await readOnUnpaid(targets.world, target)
    expect(read).toHaveLength(4)
    for (const sent of read) expect(sent).toBeLessThanOrEqual(USUAL)
    const owed = BigInt(read.reduce((sum, sent) => sum + sent, 0)) * WORD_PRICE
    expect(owed - earned).toBeLessThanOrEqual(4n * BigInt(USUAL) * WORD_PRICE)
    expect(kept).toBe(100_000n - earned)
  })

  it('ends at the first renewal that is not valid, a part of a raised limit later', async () => {
    const { words: read } = await readOnUnpaid(targets.world, target, { path: '/long' })
    for (const sent of read) expect(sent).toBeLessThan(RAISED / 2)
  })

  it('ends while nothing comes to be sent, and its source is told', async () => {
    const buyer = await createEvmBuyer(targets.world, 100_000n)
    await approvePermit2(targets.world, buyer.key)
    const url = `${target.origin}/quiet`
    const reader = (await fetch(url, { headers: (await buyer.sign(url)).headers })).body?.getReader()
    await reader?.read()
    await sendUsdc(targets.world, buyer.key, targets.payTo, 100_000n)
    await expect(reader?.read()).rejects.toThrow()
    expect((await rowsOf(buyer.address)).map(({ status }) => status)).toEqual(['refused'])
  })

  it('was had for nothing without the limit and with nobody reading the answers', async () => {
    const { verify } = facilitator()
    const asked = new Set<string | undefined>()
    const unread = vi.spyOn(facilitator(), 'verify').mockImplementation(async (payment, holder) => {
      const isFirst = !asked.has(holder)
      asked.add(holder)
      return isFirst ? verify(payment, holder) : { isValid: true }
    })
    const { words: read, earned } = await readOnUnpaid(targets.world, target, { path: '/long' })
    unread.mockRestore()
    expect([read, earned]).toEqual([[95, 95, 95, 95], 0n])
  })
})

it('S-21: owes for one stream at a time, whatever its wallet holds', async () => {
  const buyer = await createEvmBuyer(targets.world, 1_000_000n)
  await approvePermit2(targets.world, buyer.key)
  const url = `${target.origin}/quiet`
  const signed = await Promise.all(Array.from({ length: 5 }, () => buyer.sign(url)))
  const answers = await Promise.all(signed.map(({ headers }) => fetch(url, { headers })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429, 429])
  const reader = answers.find(({ status }) => status === 200)?.body?.getReader()
  await reader?.read()
  await reader?.cancel()
  await expect.poll(() => buyer.balance()).toBe(999_000n)
  const later = signed[answers.findIndex(({ status }) => status === 429)]
  const next = async () => (await fetch(url, { headers: later?.headers ?? {} })).status
  // Paid on the chain a moment before it is in the ledger.
  await expect.poll(next).toBe(200)
})

it('S-21: is offered only out of channels, unless its seller gives credit, and then for no more than that', async () => {
  const offeredAt = async (path: string) => {
    const { accepts } = termsOf(await fetch(`${target.origin}${path}`))
    return accepts.map(({ scheme, amount }) => [scheme, amount])
  }
  expect(await offeredAt('/sold')).toEqual([['batch-settlement', '100000']])
  expect(await offeredAt('/stream')).toEqual([
    ['batch-settlement', '100000'],
    ['upto', '2000'],
  ])
})
