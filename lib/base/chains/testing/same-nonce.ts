import type { PrivateKeyAccount } from 'viem'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import { signEvmPayment } from './signed-payments'

type SignedNonce = { nonce: unknown }

export const nonceOf = ({ payload }: PaymentPayload): unknown => messageOf(payload).nonce

/** One more payment of that payer, signed with a nonce that it has signed before. */
export async function signWithNonce(
  account: PrivateKeyAccount,
  requirements: PaymentRequirements,
  nonce: unknown,
): Promise<PaymentPayload> {
  type SignTypedData = (definition: { message: object }) => Promise<`0x${string}`>
  const sign = account.signTypedData as unknown as SignTypedData // Whatever the scheme signs has a message.
  const signTypedData: SignTypedData = (definition) =>
    sign({ ...definition, message: { ...definition.message, nonce } })
  const signed = await signEvmPayment({ ...account, signTypedData } as unknown as PrivateKeyAccount, requirements)
  messageOf(signed.payload).nonce = nonce
  return signed
}

const messageOf = (payload: Record<string, unknown>) =>
  (payload['authorization'] ?? payload['permit2Authorization']) as SignedNonce // The two forms that the SDK signs.
