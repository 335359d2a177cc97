import { BATCH_SETTLEMENT_ADDRESS, ERC3009_DEPOSIT_COLLECTOR_ADDRESS, PERMIT2_ADDRESS } from '@x402/evm'
import { encodeAbiParameters, encodeFunctionData, type Hex } from 'viem'
import { isSameAddress } from '@/lib/base/x402/addresses'
import { channelReasons } from '@/lib/base/x402/reasons'
import type { PaymentPayload } from '@/lib/base/x402/wire'
import { PayloadError } from '../errors'
import type { SettlementCall } from '../evm/evm-call'
import { unwrapSignature } from '../evm/find-due-deployment'
import { readPermit } from '../evm/settlement-call'
import { type SignedPayment, signedAs } from '../signed-payment'
import { channelAbi, PERMIT2_DEPOSIT_COLLECTOR_ADDRESS } from './channel-contract'
import type { DepositPayload } from './channel-payload'

const erc3009Parameters = [{ type: 'uint256' }, { type: 'uint256' }, { type: 'uint256' }, { type: 'bytes' }] as const
const permit2Parameters = [{ type: 'uint256' }, { type: 'uint256' }, { type: 'bytes' }, { type: 'bytes' }] as const

/** The call that brings a verified deposit into its channel; any of our wallets may send it. */
export function buildDepositCall(payment: SignedPayment): SettlementCall {
  const { deposit } = signedAs(payment, 'deposit')
  const { signature, deployment } = unwrapSignature(deposit.authorization.signature)
  const [collector, collectorData] = collectorOf(payment.payload, deposit, signature)
  const args = [deposit.config, deposit.amountAtomic, collector, collectorData] as const
  const data = encodeFunctionData({ abi: channelAbi, functionName: 'deposit', args })
  return { call: { to: BATCH_SETTLEMENT_ADDRESS, data }, sender: null, deployment }
}

function collectorOf(payload: PaymentPayload, deposit: DepositPayload, signature: Hex) {
  const { authorization } = deposit
  if (authorization.form === 'eip3009') {
    const { validAfter, validBefore, salt } = authorization
    const terms = [validAfter, validBefore, BigInt(salt), signature] as const
    return [ERC3009_DEPOSIT_COLLECTOR_ADDRESS, encodeAbiParameters(erc3009Parameters, terms)] as const
  }
  const permit = readDepositPermit(payload, deposit)
  const terms = [authorization.nonce, authorization.deadline, signature, permit?.data ?? '0x'] as const
  return [PERMIT2_DEPOSIT_COLLECTOR_ADDRESS, encodeAbiParameters(permit2Parameters, terms)] as const
}

/** The payer's EIP-2612 approval of Permit2 for one deposit, as its collector takes it. */
type DepositPermit = { data: Hex; deadline: bigint }

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
