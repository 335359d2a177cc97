import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type AvmWallet,
  avmFacilitator,
  avmPayer,
  avmUsdcBalance,
  freshAvmWallet,
  fundedAvmWallet,
  openAvmServer,
} from '../testing/avm-parties'
import { firstOf } from '../testing/sdk-server'
import { type AvmEmulatorServer, startAvmEmulator } from './start-avm-emulator'

const folder = mkdtempSync(join(tmpdir(), 'turnpike-avm-'))
let emulator: AvmEmulatorServer
let gas: AvmWallet
let seller: AvmWallet
let server: Awaited<ReturnType<typeof openAvmServer>>

beforeAll(async () => {
  emulator = await startAvmEmulator({ dataDir: folder, port: 0 })
  gas = await fundedAvmWallet(emulator.url, 0n, true)
  seller = await fundedAvmWallet(emulator.url, 0n)
  server = await openAvmServer(avmFacilitator(emulator.url, gas), seller.address)
})

afterAll(async () => {
  await emulator.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('payments by the stock SDK in the Algorand emulator', () => {
  it('settles exact for a wallet that cannot pay a fee, once', async () => {
    const buyer = await fundedAvmWallet(emulator.url, 1_000_000n)
    const quote = await server.quote('exact', '$0.01')
    const { payload, settled } = await server.pay(avmPayer(emulator.url, buyer), quote)
    expect(settled).toMatchObject({ success: true })
    expect(await avmUsdcBalance(emulator.url, buyer.address)).toBe(990_000n)
    expect(await avmUsdcBalance(emulator.url, seller.address)).toBe(10_000n)

    const again = await avmFacilitator(emulator.url, gas).settle(payload, firstOf(quote))
    expect(again.success).toBe(false)
    expect(await avmUsdcBalance(emulator.url, seller.address)).toBe(10_000n)
  })

  it('refuses a wallet that holds too little, and moves nothing', async () => {
    const buyer = await fundedAvmWallet(emulator.url, 5n)
    const { verified } = await server.pay(avmPayer(emulator.url, buyer), await server.quote('exact', '$0.01'))
    expect(verified.isValid).toBe(false)
    expect(await avmUsdcBalance(emulator.url, buyer.address)).toBe(5n)
  })

  it('refuses a payment whose last round has passed', async () => {
    const buyer = await fundedAvmWallet(emulator.url, 1_000_000n)
    const quote = await server.quote('exact', '$0.01')
    const late = await avmPayer(emulator.url, buyer).createPaymentPayload(quote)
    await fetch(new URL('/devnet/advance-rounds', emulator.url), { method: 'POST', body: '{"rounds":1100}' })
    expect((await avmFacilitator(emulator.url, gas).verify(late, firstOf(quote))).isValid).toBe(false)
  })

  it('refuses to pay a seller that has not opted in', async () => {
    const buyer = await fundedAvmWallet(emulator.url, 1_000_000n)
    const stranger = await openAvmServer(avmFacilitator(emulator.url, gas), freshAvmWallet().address)
    const { verified } = await stranger.pay(avmPayer(emulator.url, buyer), await stranger.quote('exact', '$0.01'))
    expect(verified.isValid).toBe(false)
  })

  it.each([
    ['POST', '/v2/transactions', 'rubbish', 400],
    ['POST', '/v2/transactions/simulate', '', 400],
    ['POST', '/devnet/fund', '{"address":"x","microAlgos":"1","usdcAtomic":"1"}', 400],
    ['POST', '/devnet/fund', '{"address":1}', 400],
    ['GET', '/v2/accounts/rubbish', undefined, 400],
    ['GET', '/v2/transactions/pending/NONE', undefined, 404],
    ['GET', '/v2/teal/compile', undefined, 404],
  ])('answers %s %s %s with %i', async (method, path, body, status) => {
    const response = await fetch(new URL(path, emulator.url), { method, body })
    expect(response.status).toBe(status)
    expect(await response.json()).toHaveProperty('message')
  })
})
