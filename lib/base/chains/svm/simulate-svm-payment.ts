import type { Base64EncodedWireTransaction } from '@solana/kit'
import type { VerifyResponse } from '@/lib/base/x402/wire'
import { RpcUnreachableError } from '../errors'
import type { SvmRpc } from './svm-rpc'

/** The same that the SDK asks: the signature of the fee payer is still missing. */
const options = {
  encoding: 'base64',
  commitment: 'confirmed',
  sigVerify: false,
  replaceRecentBlockhash: false,
} as const

/** The verdict of the SDK's scheme on a payment that only the simulation may still object to. Throws `RpcUnreachableError`. */
export async function simulateSvmPayment(rpc: SvmRpc, transaction: string, payer: string): Promise<VerifyResponse> {
  try {
    const wire = transaction as Base64EncodedWireTransaction // Parsed before.
    const { value } = await rpc.simulateTransaction(wire, options).send()
    return value.err === null ? { isValid: true, payer } : failed(payer, `Simulation failed: ${textOf(value.err)}`)
  } catch (error) {
    if (error instanceof RpcUnreachableError) throw error
    return failed(payer, error instanceof Error ? error.message : String(error))
  }
}

const textOf = (error: object | string) =>
  JSON.stringify(error, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))

const failed = (payer: string, invalidMessage: string): VerifyResponse => ({
  isValid: false,
  invalidReason: 'invalid_exact_svm_transaction_simulation_failed',
  invalidMessage,
  payer,
})
