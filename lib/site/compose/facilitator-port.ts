import { assetOf } from '@/lib/base/chains/assets'
import { isQueueFull } from '@/lib/base/infra/concurrency'
import type { ServerEnv } from '@/lib/base/infra/env'
import type { Logger } from '@/lib/base/infra/logger'
import { reasons } from '@/lib/base/x402/reasons'
import { gateMinimumOf } from '@/lib/facilitator/access/minimum-amounts'
import type { Facilitator } from '@/lib/facilitator/create-facilitator'
import type { PaymentRequest } from '@/lib/facilitator/read-payment'
import { createFailOver } from '@/lib/gate/resource-server/facilitators/fail-over'
import { createHttpFacilitator } from '@/lib/gate/resource-server/facilitators/http-facilitator'
import { type AskedPayment, type FacilitatorPort, FacilitatorUnreachableError } from '@/lib/gate/resource-server/ports'

/** The smallest claim that is worth its gas, by network: a payment's minimum. */
export const leastClaimsOf = (env: ServerEnv): Record<string, bigint> =>
  Object.fromEntries(
    Object.keys(env.rpcUrls).flatMap((network) => {
      const stablecoin = assetOf(network)
      return stablecoin ? [[network, gateMinimumOf(env, network, stablecoin.address)]] : []
    }),
  )

/** Who settles for our gate: the configured facilitators, else our own in this process. */
export function toFacilitatorPort(env: ServerEnv, facilitator: Facilitator, log: Logger): FacilitatorPort {
  const own = inProcess(facilitator, (network, asset) => gateMinimumOf(env, network, asset))
  if (env.facilitators.length === 0) return own
  const sources = env.facilitators.map(({ place, credential }) =>
    place === 'own' ? { ...own, name: 'own' } : createHttpFacilitator({ url: place, credential }),
  )
  return createFailOver({ sources, warn: (details, message) => log.warn(details, message) })
}

function inProcess(facilitator: Facilitator, minimumOf: (network: string, asset: string) => bigint): FacilitatorPort {
  const leastOf = ({ requirements: { network, asset } }: AskedPayment) => minimumOf(network, asset)
  return {
    async verify(payment, holder) {
      const verifying = facilitator.verify(toRequest(payment), { holder, minimumAtomic: leastOf(payment) })
      const verdict = await verifying.catch((error: unknown) => {
        throw isQueueFull(error) ? new FacilitatorUnreachableError(error.message) : error
      })
      if (!verdict.isValid && verdict.invalidReason === reasons.unexpectedVerifyError) {
        throw new FacilitatorUnreachableError(verdict.invalidMessage ?? 'The network did not answer.')
      }
      return verdict
    },
    // The gate asks as its own receiver.
    settle: (payment, note, holder) =>
      facilitator.settle(toRequest(payment), {
        ...(note && { note }),
        holder,
        maySignRefund: () => true,
        // The job that asks for a receiver's own work decides whether it is worth its gas.
        ...('signed' in payment && { minimumAtomic: leastOf(payment) }),
      }),
    async askSettledFor(payment, holder) {
      const found = await facilitator.findSettledFor(toRequest(payment), holder)
      return [{ settledFor: found ?? 'nobody', signers: facilitator.supported().signers }]
    },
    release: facilitator.release,
    spend: facilitator.spend,
    supported: async () => facilitator.supported(),
  }
}

const toRequest = (payment: AskedPayment): PaymentRequest => ({
  paymentPayload: payment.payload,
  paymentRequirements: payment.requirements,
  ...('signed' in payment && { signed: payment }),
})
