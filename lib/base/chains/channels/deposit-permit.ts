import { PERMIT2_ADDRESS } from '@x402/evm'
import { encodeAbiParameters, type Hex } from 'viem'
import { isSameAddress } from '@/lib/base/x402/addresses'
import { channelReasons } from '@/lib/base/x402/reasons'
import type { PaymentPayload } from '@/lib/base/x402/wire'
import { PayloadError } from '../errors'
import { readPermit } from '../evm/read-permit'
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
  const isPermitted = deposit.authorization.form === 'permit2'
  const permit = isPermitted ? readPermit(payload, channelReasons.eip2612InvalidFormat) : null
  if (!permit) return null
  const { payer, token } = deposit.config
  if (!isSameAddress('evm', permit.from, payer)) throw refused(channelReasons.eip2612OwnerMismatch)
  if (!isSameAddress('evm', permit.asset, token)) throw refused(channelReasons.eip2612AssetMismatch)
  if (!isSameAddress('evm', permit.spender, PERMIT2_ADDRESS)) throw refused(channelReasons.eip2612SpenderMismatch)
  if (permit.value !== deposit.amountAtomic) throw refused(channelReasons.eip2612AmountMismatch)
  const { value, deadline, v, r, s } = permit
  return { deadline, data: encodeAbiParameters(permitParameters, [value, deadline, v, r, s]) }
}

const refused = (reason: string) => new PayloadError(reason, 'Expected an EIP-2612 permit for this very deposit.')
