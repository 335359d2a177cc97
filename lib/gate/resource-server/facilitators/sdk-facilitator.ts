import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'

/**
 * A facilitator in this process, such as `x402Facilitator` of `@x402/core`. Its answers are read like HTTP ones.
 * In a file of its own, as the library's declarations name it.
 */
export type SdkFacilitator = {
  verify: (payload: PaymentPayload, requirements: PaymentRequirements) => Promise<unknown>
  settle: (payload: PaymentPayload, requirements: PaymentRequirements) => Promise<unknown>
  getSupported: () => unknown
}
