import { privateKeyToAccount } from 'viem/accounts'
import { signEvmPayment } from '@/lib/base/chains/testing/signed-payments'
import { encodeHeader } from '@/lib/base/x402/header-codec'
import type { TestBuyer } from './test-buyer'

/** A payment that stays valid for longer than the gate waits for its settlement. */
export async function signLasting(buyer: TestBuyer, url: string, maxTimeoutSeconds: number) {
  const { accepted } = (await buyer.sign(url)).payload
  const account = privateKeyToAccount(buyer.key)
  const payload = { ...(await signEvmPayment(account, { ...accepted, maxTimeoutSeconds } as never)), accepted }
  return { payload, headers: { 'PAYMENT-SIGNATURE': encodeHeader(payload) } }
}
