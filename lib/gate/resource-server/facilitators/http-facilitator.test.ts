import { afterAll, beforeAll, expect, it } from 'vitest'
import { serveFetch } from '@/development/testing/serve-fetch'
import { encodeHeader } from '@/lib/base/x402/header-codec'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import { createHttpFacilitator } from './http-facilitator'

const outcome = { bazaar: { status: 'success' } }
let said: string | null = null
let server: Awaited<ReturnType<typeof serveFetch>>

beforeAll(async () => {
  server = await serveFetch(async () => {
    const landed = { success: true, transaction: '0x1', network: 'eip155:84532' }
    return Response.json(landed, { headers: said === null ? {} : { 'EXTENSION-RESPONSES': said } })
  })
})
afterAll(() => server?.stop())

const settle = () =>
  createHttpFacilitator({ url: server.origin }).settle(
    { payload: {} as PaymentPayload, requirements: {} as PaymentRequirements },
    null,
  )

it('hands on what a facilitator of others says of a payment’s extensions', async () => {
  said = encodeHeader(outcome)
  expect(await settle()).toMatchObject({ kind: 'settled', extensionResponses: outcome })
})

it.each([null, 'not base64!', ''])('settles also where it says nothing that can be read: %s', async (header) => {
  said = header
  const settled = await settle()
  expect(settled).toMatchObject({ kind: 'settled' })
  expect(settled).not.toHaveProperty('extensionResponses')
})
