import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PaymentRequirements, Supported } from '@/lib/base/x402/wire'
import type { Gate } from './gate'
import { keepRoute } from './protect'
import type { CompiledRoute } from './route-config'

const MINUTE_MS = 60_000
const realNow = performance.now.bind(performance)
let passedMs = 0

afterEach(() => {
  vi.restoreAllMocks()
  passedMs = 0
})

/** A gate whose facilitator names a wallet, and a route with that wallet in its terms. */
function openRoute({ isAuthOnly = false } = {}) {
  vi.spyOn(performance, 'now').mockImplementation(() => realNow() + passedMs)
  const facilitator = { wallet: 'one', fault: null as Error | null, compiled: 0 }
  const supported = async (): Promise<Supported> => ({
    kinds: [
      { x402Version: 2, scheme: 'upto', network: 'eip155:84532', extra: { facilitatorAddress: facilitator.wallet } },
    ],
    extensions: [],
    signers: {},
  })
  const log = { error: vi.fn() }
  const gate = { facilitator: { supported }, log } as unknown as Gate // What is read of it.
  const compile = async () => {
    facilitator.compiled += 1
    if (facilitator.fault) throw facilitator.fault
    const accepts = [
      { maxTimeoutSeconds: 60, extra: { facilitatorAddress: facilitator.wallet } },
    ] as unknown as PaymentRequirements[]
    const supportedText = isAuthOnly ? null : JSON.stringify(await supported())
    return { key: 'GET /a', accepts, interchangeable: {}, past: [], supportedText } as unknown as CompiledRoute // As above.
  }
  const getRoute = keepRoute(gate, compile)
  const pass = async (ms: number) => {
    passedMs += ms
    await getRoute() // Has the facilitator looked at again, beside the answer.
    await new Promise((resolve) => setImmediate(resolve))
  }
  const walletsOf = async () => {
    const { accepts, past } = await getRoute()
    const name = (list: PaymentRequirements[]) => list.map(({ extra }) => extra?.facilitatorAddress)
    return {
      now: name(accepts),
      past: past.filter(({ until }) => until > performance.now()).map((terms) => name(terms.accepts)),
    }
  }
  return { facilitator, getRoute, pass, walletsOf, log }
}

describe('a route whose facilitator changes its wallet', () => {
  it('is offered on the new terms, and the old ones are taken while they allowed to pay', async () => {
    const { facilitator, pass, walletsOf } = openRoute()
    expect(await walletsOf()).toEqual({ now: ['one'], past: [] })
    facilitator.wallet = 'two'
    await pass(MINUTE_MS)
    expect(await walletsOf()).toEqual({ now: ['two'], past: [['one']] })
    passedMs += MINUTE_MS - 1_000
    expect((await walletsOf()).past).toEqual([['one']])
    passedMs += 2_000
    expect((await walletsOf()).past).toEqual([])
  })

  it('stays as it is where it cannot be sold on the new terms, which is logged once', async () => {
    const { facilitator, pass, walletsOf, log } = openRoute()
    await walletsOf()
    facilitator.wallet = 'two'
    facilitator.fault = new Error('It settles this no more.')
    await pass(MINUTE_MS)
    for (let time = 0; time < 3; time += 1) expect(await walletsOf()).toEqual({ now: ['one'], past: [] })
    expect(log.error).toHaveBeenCalledOnce()
  })

  it('is tried again when it could not be compiled at first', async () => {
    const { facilitator, walletsOf, getRoute } = openRoute()
    facilitator.fault = new Error('It does not answer.')
    await expect(getRoute()).rejects.toThrow('It does not answer.')
    facilitator.fault = null
    expect(await walletsOf()).toEqual({ now: ['one'], past: [] })
  })
})
