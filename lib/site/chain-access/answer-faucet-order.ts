import { z } from 'zod'
import { type FundReceipt, fundDevnetWallet, isDevnetFaucetError } from '@/lib/base/chains/devnet-faucet'
import { surfaceLimits } from '@/lib/base/http/limits'
import { problemResponse } from '@/lib/base/http/problem'
import { readJson } from '@/lib/base/http/read-body'
import { isDomainError } from '@/lib/base/infra/domain-error'

const orderSchema = z
  .object({
    network: z.string().max(100),
    address: z.string().max(100),
    /** Atomic units of test USDC, as digits. */
    amount: z
      .string()
      .regex(/^\d{1,15}$/, 'expected atomic units as a string of digits')
      .optional(),
  })
  .strict()

/**
 * Carries out `POST {"network","address","amount"?}` on the local networks: test USDC, gas, and the token account
 * or opt-in that a wallet needs to be paid. `rpcUrls` are the configured nodes; those of real networks refuse it.
 */
export async function answerFaucetOrder(
  rpcUrls: Readonly<Record<string, readonly string[]>>,
  request: Request,
): Promise<Response> {
  const order = await readOrder(request)
  if (!order.isReadable) return problemResponse({ code: 'FAUCET_ORDER_INVALID', detail: order.detail })
  const { network, address, amount } = order.value
  const firstUrls = Object.entries(rpcUrls).flatMap(([id, [url]]) => (url === undefined ? [] : [[id, url] as const]))
  try {
    const amountAtomic = amount === undefined ? undefined : BigInt(amount)
    const receipt = await fundDevnetWallet(Object.fromEntries(firstUrls), { network, address, amountAtomic })
    return Response.json(receiptJson(receipt), { headers: { 'Cache-Control': 'no-store' } })
  } catch (error) {
    if (!isDevnetFaucetError(error)) throw error
    return problemResponse({ code: error.code, detail: error.message })
  }
}

type ReadOrder = { isReadable: true; value: z.infer<typeof orderSchema> } | { isReadable: false; detail: string }

async function readOrder(request: Request): Promise<ReadOrder> {
  let body: unknown
  try {
    body = (await readJson(request, { maxBytes: surfaceLimits.faucet.bodyBytes })).value
  } catch (error) {
    if (!isDomainError(error)) throw error
    return {
      isReadable: false,
      detail: `${error.message} Expected JSON: {"network": "eip155:84532", "address": "0x…"}.`,
    }
  }
  const parsed = orderSchema.safeParse(body)
  if (parsed.success) return { isReadable: true, value: parsed.data }
  const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`)
  return { isReadable: false, detail: `${issues.join('; ')}.` }
}

const receiptJson = ({ network, address, amountAtomic, transaction }: FundReceipt) => ({
  network,
  address,
  amount: amountAtomic.toString(),
  transaction,
})
