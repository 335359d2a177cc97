import type { PaymentRequirements } from '@/lib/base/x402/wire'
import type { Side } from './attack'

/** The terms of the cheap route, from its 402. */
export async function readTerms({ target }: Side): Promise<PaymentRequirements> {
  const response = await fetch(`${target.origin}/cheap`)
  const header = response.headers.get('payment-required') ?? ''
  const [option] = (JSON.parse(Buffer.from(header, 'base64').toString('utf8')) as { accepts: PaymentRequirements[] })
    .accepts
  if (!option) throw new Error('Expected an option.')
  return option
}
