import { z } from 'zod'
import { printable } from '@/lib/base/infra/print-lines'
import { peekJson } from '@/lib/client/peek-json'
import { CliError } from './cli-error'

const adviceSchema = z.object({
  verdict: z.enum(['pay', 'pay_with_care', 'do_not_pay']),
  reasons: z.array(z.object({ code: z.string(), effect: z.enum(['stop', 'care', 'note', 'good']), text: z.string() })),
})

export type Advice = z.infer<typeof adviceSchema>

/** Asks a bazaar whether to pay. Fails with a plain sentence where it does not say so in time. */
export async function findAdvice(
  asked: { url: string; method: string },
  bazaar: URL,
  timeoutMs = 30_000,
): Promise<Advice> {
  const base = `${bazaar.href.replace(/\/$/, '')}${bazaar.pathname === '/' ? '/facilitator' : ''}`
  const address = `${base}/discovery/preflight?${new URLSearchParams(asked)}`
  const answer = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) }).catch(() => null)
  if (answer === null) throw new CliError(`No bazaar answers at ${bazaar.href} within ${timeoutMs / 1000} s.`, 5)
  const body = await peekJson(answer)
  const read = adviceSchema.safeParse(body)
  if (read.success) return read.data
  const { data } = z.object({ detail: z.string() }).safeParse(body)
  throw new CliError(
    `The bazaar at ${bazaar.href} does not say (${answer.status})${data ? `: ${printable(data.detail)}` : '.'}`,
    1,
  )
}
