import { privateKeyToAccount } from 'viem/accounts'
import { signEvmPayment } from '@/lib/base/chains/testing/signed-payments'
import { encodeHeader } from '@/lib/base/x402/header-codec'
import type { TestBuyer } from './test-buyer'

/** A payment that stays valid for longer than the gate waits for its settlement. */
export async function signLasting(buyer: TestBuyer, url: string, maxTimeoutSeconds: number) {
  const { payload: signed } = await buyer.sign(url)
  const { accepted } = signed
  const account = privateKeyToAccount(buyer.key)
  const lasting = await signEvmPayment(account, { ...accepted, maxTimeoutSeconds } as never)
  const payload = { ...signed, payload: lasting.payload }
  return { payload, headers: { 'PAYMENT-SIGNATURE': encodeHeader(payload) } }
}
