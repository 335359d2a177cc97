import { z } from 'zod'
import { PayloadError } from '@/lib/base/chains/errors'
import { familyOf } from '@/lib/base/x402/networks'
import { paysByChannel } from '@/lib/base/x402/payment-channel'
import type { PaymentPayload } from '@/lib/base/x402/wire'
import type { Aside, Stretch, Transfer } from './spending-page'
import { toMicros } from './to-micros'

/** Each family's code is loaded where it is paid on. */
const readers = {
  evm: async () => (await import('@/lib/base/chains/evm/read-evm-transfer')).readEvmTransfer,
  svm: async () => (await import('@/lib/base/chains/svm/svm-authorization')).readSvmTransfer,
  avm: async () => (await import('@/lib/base/chains/avm/avm-authorization')).readAvmTransfer,
}

/** A deposit into the channel of its voucher, which the seller can take until it lapses. */
export type SignedDeposit = Pick<Aside, 'seller' | 'micros' | 'decimals' | 'lapsesAt'>

/**
 * The claim of a signed payment's payee. Neither where it cannot be read: it counts for all that was asked. A
 * deposit comes with a stretch.
 */
export type Signed = { transfer: Transfer | null; stretch: Stretch | null; deposit: SignedDeposit | null }

/**
 * Reads what was signed in an asset with that many decimals: a transfer, or for a voucher a stretch of its channel.
 * Throws on a deposit that cannot be read.
 */
export async function readSigned(payload: PaymentPayload, decimals: number, now: Date): Promise<Signed> {
  if (paysByChannel(payload.accepted)) return { transfer: null, ...readVoucher(payload, decimals, now) }
  return { transfer: await readTransfer(payload, decimals), stretch: null, deposit: null }
}

async function readTransfer(payload: PaymentPayload, decimals: number): Promise<Transfer | null> {
  const { accepted } = payload
  const family = familyOf(accepted.network)
  if (family === null || (accepted.scheme !== 'exact' && accepted.scheme !== 'upto')) return null
  const read = await readers[family]()
  try {
    const { network, asset, payer, payTo, amountAtomic, nonce, validBefore } = read(payload, accepted).authorization
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

const atomic = z.string().regex(/^\d{1,30}$/)

const voucherSchema = z.object({
  voucher: z.object({ channelId: z.string(), maxClaimableAmount: atomic }),
  deposit: z.object({ amount: atomic }).optional(),
})

/** A voucher opens what the call may cost, beyond what the channel had come to before. */
function readVoucher({ accepted, payload }: PaymentPayload, decimals: number, now: Date): Omit<Signed, 'transfer'> {
  const read = voucherSchema.safeParse(payload)
  if (!read.success) {
    if ('deposit' in payload) throw new Error('Expected a deposit that can be counted. Nothing was sent.')
    return { stretch: null, deposit: null }
  }
  const { voucher, deposit } = read.data
  const to = toMicros(BigInt(voucher.maxClaimableAmount), decimals)
  const from = to - toMicros(BigInt(accepted.amount), decimals)
  const channel = `${accepted.network}/${voucher.channelId.toLowerCase()}`
  const stretch = { channel, from: (from > 0n ? from : 0n).toString(), to: to.toString() }
  if (!deposit) return { stretch, deposit: null }
  const { network, asset, payTo, maxTimeoutSeconds } = accepted
  return {
    stretch,
    deposit: {
      seller: [network, asset.toLowerCase(), payTo.toLowerCase()].join('/'),
      micros: toMicros(BigInt(deposit.amount), decimals).toString(),
      decimals,
      lapsesAt: new Date(now.getTime() + (maxTimeoutSeconds + CLOCKS_APART_SECONDS) * 1_000).toISOString(),
    },
  }
}

/** So much later a chain may take what has lapsed by this clock. */
const CLOCKS_APART_SECONDS = 60
