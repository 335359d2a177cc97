import { z } from 'zod'
import { fundDevnetWallet } from '@/lib/base/chains/devnet-faucet'
import { surfaceLimits } from '@/lib/base/http/limits'
import { answerProblem } from '@/lib/base/http/problem'
import { readJson } from '@/lib/base/http/read-body'
import { isDomainError } from '@/lib/base/infra/domain-error'

const orderSchema = z
  .object({
    network: z.string().max(100),
    address: z.string().max(100),
    /** Atomic units of test USDC, as digits. */
    amount: z.string().regex(/^\d{1,15}$/),
  })
  .partial({ amount: true })
  .strict()

const EXPECTED =
  'Expected JSON: {"network": "eip155:84532", "address": "0x…"}, and "amount" in atomic units, as a string of digits.'

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
    const { value } = await readJson(request, { maxBytes: surfaceLimits.faucet.bodyBytes })
    const parsed = orderSchema.safeParse(value)
    if (!parsed.success) return answerProblem('FAUCET_ORDER_INVALID', EXPECTED)
    const { amount, ...wallet } = parsed.data
    const order = { ...wallet, ...(amount !== undefined && { amountAtomic: BigInt(amount) }) }
    const { amountAtomic, ...receipt } = await fundDevnetWallet(Object.fromEntries(firstUrls), order)
    const given = { ...receipt, amount: amountAtomic.toString() }
    return Response.json(given, { headers: { 'Cache-Control': 'no-store' } })
  } catch (error) {
    if (!isDomainError(error)) throw error
    const isOfBody = error.code.startsWith('BODY_')
    return answerProblem(isOfBody ? 'FAUCET_ORDER_INVALID' : error.code, isOfBody ? EXPECTED : error.message)
  }
}
