import { PERMIT2_ADDRESS } from '@x402/evm'
import { extractEip2612GasSponsoringInfo } from '@x402/extensions'
import { encodeAbiParameters, type Hex, parseSignature } from 'viem'
import { isSameAddress } from '@/lib/base/x402/addresses'
import { channelReasons } from '@/lib/base/x402/reasons'
import type { PaymentPayload } from '@/lib/base/x402/wire'
import { PayloadError } from '../errors'
import type { DepositPayload } from './channel-payload'

/** The payer's EIP-2612 approval of Permit2 for one deposit, as its collector takes it. */
export type DepositPermit = { data: Hex; deadline: bigint }

const permitParameters = [
  { type: 'uint256' },
  { type: 'uint256' },
  { type: 'uint8' },
  { type: 'bytes32' },
  { type: 'bytes32' },
] as const

/** Null when none came along. Fails with a `PayloadError` for one of someone else or for something else. */
export function readDepositPermit(payload: PaymentPayload, deposit: DepositPayload): DepositPermit | null {
  const info = deposit.authorization.form === 'permit2' ? extractEip2612GasSponsoringInfo(payload) : null
  if (!info) return null
  const { payer, token } = deposit.config
  if (!isSameAddress('evm', info.from, payer)) throw refused(channelReasons.eip2612OwnerMismatch)
  if (!isSameAddress('evm', info.asset, token)) throw refused(channelReasons.eip2612AssetMismatch)
  if (!isSameAddress('evm', info.spender, PERMIT2_ADDRESS)) throw refused(channelReasons.eip2612SpenderMismatch)
  const permit = parsePermit(info)
  if (permit.value !== deposit.amountAtomic) throw refused(channelReasons.eip2612AmountMismatch)
  const { value, deadline, r, s, yParity } = permit
  return { deadline, data: encodeAbiParameters(permitParameters, [value, deadline, yParity + 27, r, s]) }
}

function parsePermit({ amount, deadline, signature }: { amount: string; deadline: string; signature: string }) {
  try {
    return { value: BigInt(amount), deadline: BigInt(deadline), ...parseSignature(signature as Hex) } // Fails when it is no hex.
  } catch {
    throw refused(channelReasons.eip2612InvalidFormat)
  }
}

const refused = (reason: string) => new PayloadError(reason, 'Expected an EIP-2612 permit for this very deposit.')
