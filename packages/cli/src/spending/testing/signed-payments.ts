import { x402UptoPermit2ProxyAddress } from '@x402/evm'
import type { PaymentPayload } from '@/lib/base/x402/wire'

export const terms = {
  scheme: 'exact',
  network: 'eip155:84532',
  asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
  maxTimeoutSeconds: 60,
  extra: { name: 'USDC', version: '2' },
} as const

const payer = `0x${'11'.repeat(20)}`
const signature = `0x${'22'.repeat(65)}`
let nonces = 0n

/** A transfer as its payer's wallet leaves it; the signature is none. */
export function exactPayment(amountAtomic: bigint, validBefore: Date): PaymentPayload {
  const authorization = {
    ...{ from: payer, to: terms.payTo, value: amountAtomic.toString(), validAfter: '0' },
    validBefore: unixSeconds(validBefore),
    nonce: `0x${nextNonce().toString(16).padStart(64, '0')}`,
  }
  return {
    x402Version: 2,
    accepted: { ...terms, amount: amountAtomic.toString() },
    payload: { signature, authorization },
  }
}

/** A transfer of that much at the most. */
export function uptoPayment(amountAtomic: bigint, deadline: Date): PaymentPayload {
  const permit2Authorization = {
    from: payer,
    permitted: { token: terms.asset, amount: amountAtomic.toString() },
    spender: x402UptoPermit2ProxyAddress,
    nonce: nextNonce().toString(),
    deadline: unixSeconds(deadline),
    witness: { to: terms.payTo, facilitator: terms.payTo, validAfter: '0' },
  }
  const accepted = { ...terms, scheme: 'upto', amount: amountAtomic.toString() }
  return { x402Version: 2, accepted, payload: { signature, permit2Authorization } }
}

/** A voucher for a call of at most that much, by which the channel comes to that total. */
export function voucher(totalAtomic: bigint, callAtomic: bigint, channelId = '0x01'): PaymentPayload {
  const accepted = { ...terms, scheme: 'batch-settlement', amount: callAtomic.toString() }
  const signed = { channelId, maxClaimableAmount: totalAtomic.toString(), signature }
  return { x402Version: 2, accepted, payload: { type: 'voucher', channelConfig: {}, voucher: signed } }
}

/** The same with a deposit into the channel; its payee may be another. */
export function deposit(amountAtomic: bigint, first: PaymentPayload, payTo: string = terms.payTo): PaymentPayload {
  const payload = { ...first.payload, type: 'deposit', deposit: { amount: amountAtomic.toString() } }
  return { ...first, accepted: { ...first.accepted, payTo }, payload }
}

const nextNonce = () => (nonces += 1n)

const unixSeconds = (time: Date) => Math.floor(time.getTime() / 1_000).toString()
