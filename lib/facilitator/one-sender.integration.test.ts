import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { usdcBalance } from '@/development/devnet/testing/evm-parties'
import { type FacilitatorWorld, openFacilitatorWorld } from '@/development/testing/facilitator-world'
import { type FaultyRpc, type RpcFault, startFaultyRpc } from '@/development/testing/faulty-rpc'
import { testWorld } from '@/development/testing/test-world'
import { signEvmPayment } from '@/lib/base/chains/testing/signed-payments'
import type { Facilitator } from './create-facilitator'
import { defaultLimits, type FacilitatorLimits } from './ports'
import type { PaymentRequest } from './read-payment'

let world: FacilitatorWorld
let rpcs: FaultyRpc[]
let open: Facilitator[]

beforeAll(async () => {
  world = await openFacilitatorWorld()
  rpcs = await Promise.all([1, 2, 3].map(() => startFaultyRpc(testWorld().evmRpcUrl)))
})
afterEach(async () => {
  for (const instance of open) instance.stop()
  for (const rpc of rpcs) rpc.decide(() => 'pass')
  await world.database.gasWallet.updateMany({ data: { sentUntil: new Date(0) } })
})
afterAll(async () => {
  await world?.close()
  await Promise.all((rpcs ?? []).map((rpc) => rpc.stop()))
})

const SHORT: Partial<FacilitatorLimits> = { leaseMs: defaultLimits.leaseMs }
/** Longer than any test. */
const LONG = { leaseMs: 3_600_000 }

/** Instances, each with its own way to the chain. */
async function openInstances(
  count: number,
  { from = world, limits = SHORT }: { from?: FacilitatorWorld; limits?: Partial<FacilitatorLimits> } = {},
) {
  open = await Promise.all(rpcs.slice(0, count).map(({ url }) => from.openInstance({ evmRpcUrls: [url], limits })))
  for (const rpc of rpcs) rpc.calls.length = 0
  return open as [Facilitator, Facilitator, Facilitator]
}

/** The first of two sends for the other, which knows it. */
async function openPair(limits = SHORT) {
  const [first, second] = await newRequests(2)
  const [sender, other] = await openInstances(2, { limits })
  expect(await sender.settle(first as PaymentRequest)).toMatchObject({ kind: 'settled' })
  expect(await other.settle(second as PaymentRequest)).toMatchObject({ kind: 'settled' })
  return { sender, other }
}

async function newRequests(count: number, { from = world } = {}): Promise<PaymentRequest[]> {
  const payer = await from.newEvmPayer()
  const paymentRequirements = from.requirements({ price: '$0.001', payTo: from.newEvmSeller() })
  const sign = async () => ({ paymentPayload: await signEvmPayment(payer, paymentRequirements), paymentRequirements })
  return Promise.all(Array.from({ length: count }, sign))
}

const newRequest = async () => (await newRequests(1))[0] as PaymentRequest

const paid = ({ paymentRequirements }: PaymentRequest) =>
  usdcBalance(testWorld().evmRpcUrl, paymentRequirements.payTo as `0x${string}`)

const sends = (index: number) =>
  rpcs[index]?.calls.filter(({ method }) => method === 'eth_sendRawTransaction').length ?? 0

const expectNothingLeft = async () => expect(await world.database.settlementHandover.count()).toBe(0)

describe('the instance that sends for the others', () => {
  it.each(['looks often, where it hears no messages', 'hears no message that was lost'])('%s', async (how) => {
    const [sender, other, third] = await openInstances(3, { limits: LONG })
    if (how.startsWith('hears')) for (const instance of open) instance.heard('missed')
    expect(await sender.settle(await newRequest())).toMatchObject({ kind: 'settled' })
    const requests = await newRequests(20)
    const transactions = await world.database.settlementTransaction.count()
    const outcomes = await Promise.all(requests.map((request, index) => [other, third][index % 2]?.settle(request)))
    expect(outcomes.map((outcome) => outcome?.kind)).toEqual(requests.map(() => 'settled'))
    expect(await paid(requests[0] as PaymentRequest)).toBe(20_000n)
    expect([sends(1), sends(2)]).toEqual([0, 0])
    expect((await world.database.settlementTransaction.count()) - transactions).toBeLessThan(requests.length)
    await expectNothingLeft()
  })

  it('refuses to both what both were asked to settle but one, and charges once', async () => {
    const { sender, other } = await openPair(LONG)
    const request = await newRequest()
    const outcomes = await Promise.all([sender, other, other].map((instance) => instance.settle(request)))
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['refused', 'refused', 'settled'])
    expect(await paid(request)).toBe(1_000n)
    await expectNothingLeft()
  })

  it('answers what cannot be settled with the reason', async () => {
    const { other } = await openPair(LONG)
    const request = await newRequest()
    // The payer is a contract by the time it would be sent, and its transfer fails.
    rpcs[0]?.decide(({ method }) => {
      if (method === 'eth_getCode') return { swallow: '0x60' }
      return method === 'eth_estimateGas' ? { error: { code: 3, message: 'execution reverted' } } : 'pass'
    })
    expect(await other.settle(request)).toMatchObject({
      response: { errorReason: 'invalid_transaction_state', transaction: '' },
    })
    expect(await paid(request)).toBe(0n)
    await expectNothingLeft()
  })

  it('is answered for once its answer can be taken, where the database refuses that for a while', async () => {
    const { other } = await openPair(LONG)
    const { database } = world
    // A sequence keeps its number where the transaction is given up.
    await database.$executeRaw`CREATE SEQUENCE refused_deletes`
    await database.$executeRaw`
      CREATE FUNCTION refuse_delete() RETURNS trigger LANGUAGE plpgsql
      AS 'BEGIN RAISE ''refused %'', nextval(''refused_deletes''); END'`
    await database.$executeRaw`
      CREATE TRIGGER refuse_delete BEFORE DELETE ON settlement_handovers FOR EACH ROW EXECUTE FUNCTION refuse_delete()`
    rpcs[0]?.decide(({ method }) => {
      if (method === 'eth_getCode') return { swallow: '0x60' }
      return method === 'eth_estimateGas' ? { error: { code: 3, message: 'execution reverted' } } : 'pass'
    })
    const settling = other.settle(await newRequest())
    const refused = () => database.$queryRaw`SELECT is_called FROM refused_deletes`
    await expect.poll(refused).toEqual([{ is_called: true }])
    await database.$executeRaw`DROP FUNCTION refuse_delete() CASCADE`
    expect(await settling).toMatchObject({ response: { errorReason: 'invalid_transaction_state' } })
    await expectNothingLeft()
  })

  it('is another one, from another gas wallet, while a transaction of the first is stuck', async () => {
    const many = await openFacilitatorWorld({ gasWallets: 2 })
    const limits = { ...LONG, resendAfterMs: 100, replaceAfterMs: 200 }
    const [first, second] = await openInstances(2, { from: many, limits })
    const requests = await newRequests(5, { from: many })
    const next = () => requests.shift() as PaymentRequest
    for (const instance of [first, second]) expect(await instance.settle(next())).toMatchObject({ kind: 'settled' })
    expect(sends(1)).toBe(0)
    // The first instance's node takes transactions, and the chain never sees them.
    rpcs[0]?.decide(({ method }) =>
      method === 'eth_sendRawTransaction' ? { swallow: `0x${'ab'.repeat(32)}` } : 'pass',
    )
    const stuck = first.settle(next())
    // Sent again and again: longer than a transaction may wait.
    await expect.poll(() => sends(0)).toBeGreaterThan(7)
    const last = requests[0] as PaymentRequest
    for (const instance of [second, first]) expect(await instance.settle(next())).toMatchObject({ kind: 'settled' })
    expect(sends(1)).toBe(2)
    rpcs[0]?.decide(() => 'pass')
    await stuck
    expect(await paid(last)).toBe(5_000n)
    await many.close()
  })

  it('is one for all gas wallets', async () => {
    const many = await openFacilitatorWorld({ gasWallets: 2 })
    const instances = await openInstances(3, { from: many, limits: LONG })
    for (const instance of instances) {
      const [request] = await newRequests(1, { from: many })
      expect(await instance.settle(request as PaymentRequest)).toMatchObject({ kind: 'settled' })
    }
    expect([sends(0), sends(1), sends(2)]).toEqual([3, 0, 0])
    await many.close()
  })
})

describe('the sender of a gas wallet is replaced within its lease', () => {
  /** Suspends it for ever at its first call of that method, if any. */
  async function suspendAt(method: string | null, fault: RpcFault) {
    const request = await newRequest()
    const { sender, other } = await openPair()
    if (method === null) sender.stop()
    let isReached = false
    rpcs[0]?.decide((call) => {
      if (isReached) return 'hang'
      if (call.method !== method) return 'pass'
      isReached = true
      sender.stop()
      return fault
    })
    return { request, other, isReached: () => isReached }
  }

  it.each<[string, string | null, RpcFault]>([
    ['before it took a payment up', null, 'pass'],
    ['after it took it up', 'eth_getCode', 'hang'],
    ['between storing and sending', 'eth_sendRawTransaction', 'hang'],
    ['after sending, before it heard', 'eth_sendRawTransaction', 'drop-answer'],
    ['after it landed, before it was decided', 'eth_getTransactionReceipt', 'hang'],
  ])('when it dies %s; the payment moves once', async (_, method, fault) => {
    const { request, other, isReached } = await suspendAt(method, fault)
    const before = await world.database.settlementTransaction.count()
    const beganAt = performance.now()
    expect(await other.settle(request)).toMatchObject({ kind: 'settled' })
    // By the lease, and not by what takes over anything that is left.
    expect(defaultLimits.leaseMs).toBeLessThan(3_000)
    expect(performance.now() - beganAt).toBeLessThan(defaultLimits.takeOverAfterMs)
    expect(isReached()).toBe(method !== null)
    expect(await paid(request)).toBe(1_000n)
    expect((await world.database.settlementTransaction.count()) - before).toBe(1)
    await expectNothingLeft()
  })

  it('when it does not reach its network, at once', async () => {
    const request = await newRequest()
    const { other } = await openPair(LONG)
    rpcs[0]?.decide(() => 'status-500')
    expect(await other.settle(request)).toMatchObject({ kind: 'settled' })
    expect(await paid(request)).toBe(1_000n)
    expect(sends(1)).toBe(1)
    await expectNothingLeft()
  })

  it('when it hangs, and stores nothing of what was taken back once it goes on', async () => {
    const [request, later] = [await newRequest(), await newRequest()]
    const { sender, other } = await openPair()
    let goOn = () => {}
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    rpcs[0]?.decide(({ method }) => (method === 'eth_getCode' ? { change: (code) => held.then(() => code) } : 'pass'))
    expect(await other.settle(request)).toMatchObject({ kind: 'settled' })
    goOn()
    expect(await sender.settle(later)).toMatchObject({ kind: 'settled' })
    expect(await paid(request)).toBe(1_000n)
    await expectNothingLeft()
  })
})
