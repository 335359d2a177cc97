import type { x402Client } from '@x402/core/client'
import { x402Facilitator } from '@x402/core/facilitator'
import { type FacilitatorClient, x402ResourceServer } from '@x402/core/server'
import type { Network, PaymentPayload, PaymentRequired, PaymentRequirements } from '@x402/core/types'

type Price = Parameters<x402ResourceServer['buildPaymentRequirements']>[0]['price']

/** A resource server and its facilitator, both of the unmodified SDK, joined in one process. */
export async function openSdkServer(options: {
  network: Network
  payTo: string
  facilitator: x402Facilitator
  register: (server: x402ResourceServer) => void
}) {
  const { network, payTo, facilitator } = options
  const server = new x402ResourceServer(inProcess(facilitator))
  options.register(server)
  await server.initialize()

  const quote = async (
    scheme: string,
    price: Price,
    extensions?: Record<string, unknown>,
  ): Promise<PaymentRequired> => ({
    x402Version: 2,
    resource: { url: 'http://localhost/weather', description: '', mimeType: 'application/json' },
    accepts: await server.buildPaymentRequirements({ scheme, network, price, payTo, maxTimeoutSeconds: 60 }),
    ...(extensions === undefined ? {} : { extensions }),
  })

  /** One whole payment: quote, sign, verify, settle (for `upto`, the actual amount). */
  const pay = async (client: x402Client, required: PaymentRequired, actualAmount?: string) => {
    const payload = await client.createPaymentPayload(required)
    const requirements = firstOf(required)
    const verified = await facilitator.verify(payload, requirements)
    const actual = actualAmount === undefined ? requirements : { ...requirements, amount: actualAmount }
    const settled = verified.isValid ? await facilitator.settle(payload, actual) : null
    return { payload, verified, settled }
  }

  return { quote, pay, server }
}

export function firstOf(required: PaymentRequired): PaymentRequirements {
  const first = required.accepts[0]
  if (first === undefined) throw new Error('The server offered nothing.')
  return first
}

function inProcess(facilitator: x402Facilitator): FacilitatorClient {
  return {
    verify: (payload: PaymentPayload, requirements: PaymentRequirements) => facilitator.verify(payload, requirements),
    settle: (payload: PaymentPayload, requirements: PaymentRequirements) => facilitator.settle(payload, requirements),
    getSupported: async () => facilitator.getSupported() as Awaited<ReturnType<FacilitatorClient['getSupported']>>,
  }
}
