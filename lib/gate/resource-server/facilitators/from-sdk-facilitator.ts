import { reasons } from '@/lib/base/x402/reasons'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import { outcomeOf, supportedSchema, verifySchema } from './facilitator-answers'
import type { FacilitatorSource } from './fail-over'

/** A facilitator in this process, such as `x402Facilitator` of `@x402/core`. Its answers are read like HTTP ones. */
export type SdkFacilitator = {
  verify: (payload: PaymentPayload, requirements: PaymentRequirements) => Promise<unknown>
  settle: (payload: PaymentPayload, requirements: PaymentRequirements) => Promise<unknown>
  getSupported: () => unknown
}

/** An error while it settles leaves the settlement in doubt: the transaction may be on its way. */
export function fromSdkFacilitator(facilitator: SdkFacilitator): FacilitatorSource {
  return {
    name: 'in process',
    supported: async () => supportedSchema.parse(await facilitator.getSupported()),
    verify: async ({ payload, requirements }) => verifySchema.parse(await facilitator.verify(payload, requirements)),
    async settle({ payload, requirements }, note) {
      await note?.write()
      try {
        return outcomeOf(await facilitator.settle(payload, requirements))
      } catch {
        return { kind: 'unknown', reason: reasons.settlementUnknown }
      }
    },
  }
}
