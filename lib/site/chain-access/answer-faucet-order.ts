import { z } from 'zod'
import { type FundReceipt, fundDevnetWallet } from '@/lib/base/chains/devnet-faucet'
import { surfaceLimits } from '@/lib/base/http/limits'
import { problemResponse } from '@/lib/base/http/problem'
import { readJson } from '@/lib/base/http/read-body'
import { DomainError, isDomainError } from '@/lib/base/infra/domain-error'

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
  const firstUrls = Object.entries(rpcUrls).flatMap(([id, [url]]) => (url === undefined ? [] : [[id, url] as const]))
  try {
    const { network, address, amount } = await readOrder(request)
    const amountAtomic = amount === undefined ? undefined : BigInt(amount)
    const receipt = await fundDevnetWallet(Object.fromEntries(firstUrls), { network, address, amountAtomic })
    return Response.json(receiptJson(receipt), { headers: { 'Cache-Control': 'no-store' } })
  } catch (error) {
    if (!isDomainError(error)) throw error
    return problemResponse({ code: error.code, detail: error.message })
  }
}

async function readOrder(request: Request): Promise<z.infer<typeof orderSchema>> {
  const { value: body } = await readJson(request, { maxBytes: surfaceLimits.faucet.bodyBytes }).catch(
    (error: unknown) => {
      if (!isDomainError(error)) throw error
      throw unreadable(`${error.message} Expected JSON: {"network": "eip155:84532", "address": "0x…"}.`)
    },
  )
  const parsed = orderSchema.safeParse(body)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`)
  throw unreadable(`${issues.join('; ')}.`)
}

const unreadable = (detail: string) => new DomainError('FAUCET_ORDER_INVALID', detail)

const receiptJson = ({ network, address, amountAtomic, transaction }: FundReceipt) => ({
  network,
  address,
  amount: amountAtomic.toString(),
  transaction,
})
