import { eip3009ABI } from '@x402/evm'
import { parseSignature } from 'viem'
import { EVM_NETWORK, freshAccount, usdc, walletAt } from '@/development/devnet/testing/evm-parties'
import { fundDevnetWallet } from '@/lib/base/chains/devnet-faucet'
import type { PaymentRequest } from '@/lib/facilitator/read-payment'
import { testWorld } from './test-world'

/** Lands a payment from a third party's wallet, as an observer of pending payments could. */
export async function settleByStranger(
  { paymentPayload }: Pick<PaymentRequest, 'paymentPayload'>,
  rpcUrl = testWorld().evmRpcUrl,
) {
  const stranger = freshAccount()
  await fundDevnetWallet({ [EVM_NETWORK]: rpcUrl }, { network: EVM_NETWORK, address: stranger.address })
  const { authorization, signature } = paymentPayload.payload as {
    authorization: Record<'from' | 'to' | 'nonce', `0x${string}`> &
      Record<'value' | 'validAfter' | 'validBefore', string>
    signature: `0x${string}`
  }
  const { from, to, value, validAfter, validBefore, nonce } = authorization
  const { r, s, yParity } = parseSignature(signature)
  const wallet = walletAt(rpcUrl, stranger)
  const hash = await wallet.writeContract({
    address: usdc,
    abi: eip3009ABI,
    functionName: 'transferWithAuthorization',
    args: [from, to, BigInt(value), BigInt(validAfter), BigInt(validBefore), nonce, yParity + 27, r, s],
  })
  await wallet.waitForTransactionReceipt({ hash })
  return hash
}
