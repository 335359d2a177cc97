import { describe, expect, it } from 'vitest'
import { channelTerms } from '@/development/testing/channel-buyer'
import { type RpcFault } from '@/development/testing/faulty-rpc'
import { startScript } from '@/development/testing/start-script'
import type { PaymentPayload } from '@/lib/base/x402/wire'
import { openChannel } from '@/lib/channels/testing/signed-channels'
import type { PaymentRequest } from './read-payment'
import { newPayments } from './testing/new-payments'
import { openOwnChain } from './testing/own-chain'

const { world, rpc, paid } = await openOwnChain()

/** Runs a facilitator in its own process and kills it when it makes that call. */
async function killAt(method: string, fault: RpcFault, requests: PaymentRequest[]): Promise<void> {
  let isReached = false
  const reached = new Promise<void>((resolve) => {
    rpc.decide((call) => {
      // From then on it is suspended, so that it can only be killed.
      if (isReached) return 'hang'
      if (call.method !== method) return 'pass'
      isReached = true
      setTimeout(resolve, 20)
      return fault
    })
  })
  const [gasKey = ''] = world.gasKeys
  const script = await startScript('development/testing/settling-process.ts', {
    DATABASE_URL: world.databaseUrl,
    EVM_RPC_URL: rpc.url,
    GAS_KEY: gasKey,
    REQUESTS: JSON.stringify(requests),
  })
  await reached
  await script.stop()
  rpc.decide(() => 'pass')
}

const statesOf = async (payTo: string) => {
  const rows = await world.database.settlement.findMany({ where: { payTo: payTo.toLowerCase() } })
  return rows.map(({ state }) => state)
}

describe('a facilitator that is killed', () => {
  it('before anything was stored leaves payments that can be settled again', async () => {
    const { payTo, requests } = await newPayments(world, 5)
    await killAt('eth_call', 'hang', requests)
    const other = await world.openInstance({ limits: { takeOverAfterMs: 0 } })
    await other.reconcileSettlements()
    expect(await paid(payTo)).toBe(0n)
    const outcomes = await Promise.all(requests.map((request) => other.settle(request)))
    expect(outcomes.map(({ kind }) => kind)).toEqual(Array(5).fill('settled'))
    expect(await paid(payTo)).toBe(5_000n)
  })

  it.each<[string, RpcFault]>([
    ['between storing and sending', 'hang'],
    ['after sending, before it heard', 'drop-answer'],
  ])('%s leaves what another instance finishes, with the same transaction', async (_when, fault) => {
    const { payTo, requests } = await newPayments(world, 5)
    await killAt('eth_sendRawTransaction', fault, requests)
    const stored = await world.database.settlementTransaction.findMany({ where: { state: 'open' } })
    expect(stored.length).toBeGreaterThan(0)

    const other = await world.openInstance({ limits: { takeOverAfterMs: 0 } })
    await expect
      .poll(async () => {
        await other.reconcileSettlements()
        return (await statesOf(payTo)).every((state) => state === 'settled' || state === 'abandoned')
      })
      .toBe(true)
    const settledCount = (await statesOf(payTo)).filter((state) => state === 'settled').length
    expect(await paid(payTo)).toBe(BigInt(settledCount) * 1_000n)
    const landed = await world.database.settlementTransaction.findMany({
      where: { id: { in: stored.map(({ id }) => id) } },
    })
    expect(landed.map(({ state, hash }) => ({ state, hash }))).toEqual(
      stored.map(({ hash }) => ({ state: 'landed', hash })),
    )

    const repeats = await Promise.all(requests.map((request) => other.settle(request)))
    const duplicates = repeats.filter((outcome) => outcome.kind === 'refused')
    expect(duplicates).toHaveLength(settledCount)
    expect(await paid(payTo)).toBe(5_000n)
  })

  it('leaves a claim of vouchers to be finished once, too', async () => {
    const paymentRequirements = channelTerms(world.facilitator, { payTo: world.newEvmSeller() })
    const channel = openChannel(await world.newEvmPayer(), paymentRequirements)
    const requestOf = (paymentPayload: PaymentPayload) => ({ paymentPayload, paymentRequirements })
    const other = await world.openInstance({ limits: { takeOverAfterMs: 0 } })
    expect(await other.settle(requestOf(await channel.deposit(1_000n)))).toMatchObject({ kind: 'settled' })
    const claims = [await channel.claim(400n)]
    const request = requestOf({ x402Version: 2, accepted: paymentRequirements, payload: { type: 'claim', claims } })
    await killAt('eth_sendRawTransaction', 'hang', [request])
    const stored = await world.database.settlementTransaction.findFirstOrThrow({ where: { state: 'open' } })
    await other.reconcileSettlements()
    const where = { id: stored.id }
    const stateOf = async () => (await world.database.settlementTransaction.findUniqueOrThrow({ where })).state
    await expect.poll(stateOf).toBe('landed')
    expect(await other.settle(request)).toMatchObject({
      response: { errorReason: 'duplicate_settlement', transaction: stored.hash },
    })
    expect(await other.verify(requestOf(await channel.voucher(1_000n)))).toMatchObject({
      isValid: true,
      extra: { balance: '1000', totalClaimed: '400' },
    })
  })
})
