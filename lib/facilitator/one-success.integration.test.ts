import { randomUUID } from 'node:crypto'
import { erc20Abi, type Hex, type PrivateKeyAccount } from 'viem'
import { afterAll, describe, expect, it } from 'vitest'
import { usdc, usdcBalance, walletAt } from '@/development/devnet/testing/evm-parties'
import { EVM_NETWORK, openFacilitatorWorld } from '@/development/testing/facilitator-world'
import { type RpcCall } from '@/development/testing/faulty-rpc'
import { testWorld } from '@/development/testing/test-world'
import { newPayment } from './testing/new-payments'
import { openFaultyRpc } from './testing/own-chain'

const world = await openFacilitatorWorld()
const rpc = await openFaultyRpc(testWorld().evmRpcUrl)
afterAll(() => world.close())

const duplicate = { kind: 'refused', response: { errorReason: 'duplicate_settlement' } }

const newRequest = (funds = 1_000n) => newPayment(world, { funds })

describe('one payment has one success', () => {
  it.each([true, false])(
    'also when it is settled again while it waits to be sent (verified again: %s)',
    async (isAgain) => {
      const [{ request: before }, { request }, { request: after }] = [
        await newRequest(),
        await newRequest(),
        await newRequest(),
      ]
      const facilitator = await world.openInstance({ evmRpcUrls: [rpc.url] })
      let release = () => {}
      const isHeld = new Promise<void>((resolve) => {
        release = resolve
      })
      rpc.calls.length = 0
      rpc.decide(({ method }) => (method === 'eth_getCode' ? { change: (code) => isHeld.then(() => code) } : 'pass'))
      const settlements = [facilitator.settle(before)]
      await expect.poll(() => rpc.calls.filter(({ method }) => method === 'eth_getCode').length).toBe(1)
      for (const [place, one] of [request, request, after].entries()) {
        if (isAgain || place !== 1) expect(await facilitator.verify(one)).toMatchObject({ isValid: true })
        settlements.push(facilitator.settle(one))
      }
      release()
      const [first, one, other, last] = await Promise.all(settlements)
      expect([first?.kind, last?.kind]).toEqual(['settled', 'settled'])
      const [won, lost] = one?.kind === 'settled' ? [one, other] : [other, one]
      expect(won?.kind).toBe('settled')
      expect(lost).toMatchObject(duplicate)
    },
  )

  it('also when it was pending, failed, and is settled again', async () => {
    const { payer, request } = await newRequest()
    const facilitator = await world.openInstance({ evmRpcUrls: [rpc.url], limits: { resendAfterMs: 100 } })
    rpc.decide(({ method }) => (method === 'eth_sendRawTransaction' ? { swallow: `0x${'ab'.repeat(32)}` } : 'pass'))
    expect(await facilitator.settle(request, { isWaiting: false })).toMatchObject({ kind: 'unknown' })
    await moveAll(payer, world.newEvmSeller())
    rpc.decide(() => 'pass')
    const failed = { kind: 'refused', response: { errorReason: 'invalid_exact_evm_insufficient_balance' } }
    await expect.poll(() => facilitator.settle(request)).toMatchObject(failed)

    await testWorld().faucet({ network: EVM_NETWORK, address: payer.address, amountAtomic: 1_000n })
    expect(await facilitator.settle(request)).toMatchObject({ kind: 'settled' })
    expect(await facilitator.settle(request)).toMatchObject(duplicate)
  })

  it('which verify agrees with, for whom settle would hand it out', async () => {
    const { request } = await newRequest(2_000n)
    const facilitator = await world.openInstance({ evmRpcUrls: [rpc.url], limits: { resendAfterMs: 100 } })
    rpc.decide(({ method }) => (method === 'eth_sendRawTransaction' ? { swallow: `0x${'ab'.repeat(32)}` } : 'pass'))
    expect(await facilitator.settle(request, { isWaiting: false })).toMatchObject({ kind: 'unknown' })
    const verify = async (holder?: string) => {
      const { isValid, invalidReason } = await facilitator.verify(request, holder ? { holder } : {})
      return isValid ? 'valid' : invalidReason
    }
    expect(await verify()).toBe('settlement_pending')
    rpc.decide(() => 'pass')
    await expect.poll(() => verify()).toBe('valid')
    // Another server of the same payee gets the refusal in time, and verifying gives nothing away.
    const other = randomUUID()
    expect(await verify(other)).toBe('invalid_exact_evm_nonce_already_used')
    expect(await facilitator.settle(request, { holder: other })).toMatchObject(duplicate)
    expect(await verify()).toBe('valid')
    expect(await facilitator.settle(request)).toMatchObject({ kind: 'settled' })
    expect(await verify()).toBe('invalid_exact_evm_nonce_already_used')
    expect(await facilitator.settle(request)).toMatchObject(duplicate)
  })

  it('which verify agrees with for its holder, also while the chain or the gas of the day is away', async () => {
    const { request } = await newRequest()
    const holder = randomUUID()
    const facilitator = await world.openInstance({ evmRpcUrls: [rpc.url], limits: { resendAfterMs: 100 } })
    expect(await facilitator.verify(request, { holder })).toMatchObject({ isValid: true })
    rpc.decide(({ method }) => (method === 'eth_sendRawTransaction' ? { swallow: `0x${'ab'.repeat(32)}` } : 'pass'))
    expect(await facilitator.settle(request, { holder, isWaiting: false })).toMatchObject({ kind: 'unknown' })
    rpc.decide(() => 'pass')
    await expect.poll(() => facilitator.verify(request, { holder })).toMatchObject({ isValid: true })
    expect(await facilitator.verify(request)).toMatchObject({ isValid: false })
    rpc.decide(() => 'status-500')
    expect(await facilitator.verify(request, { holder })).toMatchObject({ isValid: true })
    rpc.decide(() => 'pass')
    const spent = await world.openInstance({ gas: { dailyBudget: 1n } })
    expect(await spent.verify((await newRequest()).request)).toMatchObject({ invalidReason: 'gas_budget_spent' })
    expect(await spent.verify(request, { holder })).toMatchObject({ isValid: true })
    const forged = { ...request, paymentPayload: (await newRequest()).request.paymentPayload }
    expect(await facilitator.verify(forged, { holder })).toMatchObject({ isValid: false })
    expect(await facilitator.settle(request, { holder })).toMatchObject({ kind: 'settled' })
  })

  it('also when a caller was so slow that another took its claim, and fails after that', async () => {
    const { request } = await newRequest()
    const other = await world.openInstance({ limits: { takeOverAfterMs: 0 } })
    let overtaking: Promise<unknown> | null = null
    const overtake = async () => {
      await other.reconcileSettlements()
      return other.settle(request)
    }
    rpc.decide(({ method }) =>
      method === 'eth_getTransactionCount'
        ? {
            change: async () => (
              await (overtaking ??= overtake()), Promise.reject(new Error('The connection is cut.'))
            ),
          }
        : 'pass',
    )
    const slow = await world.openInstance({ evmRpcUrls: [rpc.url] })
    const answer = await slow.settle(request)
    expect(await overtaking).toMatchObject({ kind: 'settled' })
    expect(answer).toMatchObject(duplicate)
    expect(await other.settle(request)).toMatchObject(duplicate)
  })

  it('and is called a duplicate when another instance settles it while its payer is read', async () => {
    const { request } = await newRequest()
    let overtaking: Promise<unknown> | null = null
    rpc.decide((call) =>
      call.method === 'eth_call'
        ? {
            change: async () => {
              await (overtaking ??= world.facilitator.settle(request))
              return askAgain(call)
            },
          }
        : 'pass',
    )
    const late = await world.openInstance({ evmRpcUrls: [rpc.url] })
    const answer = await late.settle(request)
    expect(await overtaking).toMatchObject({ kind: 'settled' })
    expect(answer).toMatchObject(duplicate)
  })
})

async function askAgain(call: RpcCall): Promise<unknown> {
  const response = await fetch(testWorld().evmRpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', ...call }),
  })
  return ((await response.json()) as { result: unknown }).result
}

async function moveAll(payer: PrivateKeyAccount, to: Hex) {
  const wallet = walletAt(testWorld().evmRpcUrl, payer)
  const args = [to, await usdcBalance(testWorld().evmRpcUrl, payer.address)] as const
  const hash = await wallet.writeContract({ address: usdc, abi: erc20Abi, functionName: 'transfer', args })
  await wallet.waitForTransactionReceipt({ hash })
}
