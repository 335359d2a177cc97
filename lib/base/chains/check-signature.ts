import { PayloadError } from './errors'
import type { SignatureVerdict } from './signature-verdict'
import type { SignatureChain, SignedPayment } from './signed-payment'

/**
 * Checks that the payer of a payment signed it, under its terms. A signature that cannot be checked is an invalid
 * verdict too, with its reason. Throws `RpcUnreachableError` when a contract wallet must be asked and no RPC answers.
 */
export async function checkSignature(
  chain: SignatureChain,
  payment: Pick<SignedPayment, 'checkSignature'>,
): Promise<SignatureVerdict> {
  try {
    return await payment.checkSignature(chain)
  } catch (error) {
    if (!(error instanceof PayloadError)) throw error
    return { isValid: false, invalidReason: error.reason, isLocal: true }
  }
}
