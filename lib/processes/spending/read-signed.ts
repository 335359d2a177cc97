import { z } from 'zod'
import { PayloadError } from '@/lib/chains/errors'
import { familyOf } from '@/lib/x402/networks'
import { BATCH_SETTLEMENT } from '@/lib/x402/payment-channel'
import type { PaymentPayload } from '@/lib/x402/wire'
import type { Stretch, Transfer } from './spending-page'
import { toMicros } from './to-micros'

/** Each family's code is loaded where it is paid on. */
const readers = {
  evm: async () => (await import('@/lib/chains/evm/evm-authorization')).evmAuthorizationOf,
  svm: async () => (await import('@/lib/chains/svm/svm-authorization')).svmAuthorizationOf,
  avm: async () => (await import('@/lib/chains/avm/avm-authorization')).avmAuthorizationOf,
}

/** What a signed payment lets its payee take. Neither where it cannot be read: it counts for all that was asked. */
export type Signed = { transfer: Transfer | null; stretch: Stretch | null }

/** Reads what was signed in an asset with that many decimals: a transfer, or for a voucher a stretch of its channel. */
export async function readSigned(payload: PaymentPayload, decimals: number): Promise<Signed> {
  if (payload.accepted.scheme === BATCH_SETTLEMENT) return { transfer: null, stretch: readStretch(payload, decimals) }
  return { transfer: await readTransfer(payload, decimals), stretch: null }
}

async function readTransfer({ accepted, payload }: PaymentPayload, decimals: number): Promise<Transfer | null> {
  const family = familyOf(accepted.network)
  if (family === null || (accepted.scheme !== 'exact' && accepted.scheme !== 'upto')) return null
  const authorizationOf = await readers[family]()
  try {
    const { network, asset, payer, payTo, amountAtomic, nonce, validBefore } = authorizationOf(payload, accepted)
    return {
      ...{ network, scheme: accepted.scheme, asset, payer, payTo, nonce, decimals },
      amountAtomic: amountAtomic.toString(),
      validBefore: validBefore?.toISOString() ?? null,
    }
  } catch (error) {
    if (error instanceof PayloadError) return null
    throw error
  }
}

const voucherSchema = z.object({
  voucher: z.object({ channelId: z.string(), maxClaimableAmount: z.string().regex(/^\d{1,30}$/) }),
})

/** A voucher opens what the call may cost, beyond what the channel had come to before. */
function readStretch({ accepted, payload }: PaymentPayload, decimals: number): Stretch | null {
  const read = voucherSchema.safeParse(payload)
  if (!read.success) return null
  const { channelId, maxClaimableAmount } = read.data.voucher
  const to = toMicros(BigInt(maxClaimableAmount), decimals)
  const from = to - toMicros(BigInt(accepted.amount), decimals)
  const channel = `${accepted.network}/${channelId.toLowerCase()}`
  return { channel, from: (from > 0n ? from : 0n).toString(), to: to.toString() }
}
