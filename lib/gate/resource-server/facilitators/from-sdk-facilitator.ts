import { reasons } from '@/lib/base/x402/reasons'
import { outcomeOf, supportedSchema, verifySchema } from './facilitator-answers'
import type { FacilitatorSource } from './fail-over'
import type { SdkFacilitator } from './sdk-facilitator'

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
