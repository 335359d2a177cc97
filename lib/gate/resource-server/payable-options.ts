import type { PaymentRequirements } from '@/lib/base/x402/wire'
import type { Gate } from './gate'

/** The options whose payee can be paid now; the same list where all can. A signature for another would only fail. */
export async function payableOptions(gate: Gate, accepts: PaymentRequirements[]): Promise<PaymentRequirements[]> {
  const faults = await Promise.all(accepts.map((option) => gate.ports.chains.findPayeeFault(option)))
  return faults.some((fault) => fault !== null) ? accepts.filter((_, index) => faults[index] === null) : accepts
}
