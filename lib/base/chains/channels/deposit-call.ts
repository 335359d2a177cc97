import { BATCH_SETTLEMENT_ADDRESS, ERC3009_DEPOSIT_COLLECTOR_ADDRESS } from '@x402/evm'
import { encodeAbiParameters, encodeFunctionData, type Hex } from 'viem'
import type { PaymentPayload } from '@/lib/base/x402/wire'
import type { SettlementCall } from '../evm/evm-call'
import { unwrapSignature } from '../evm/find-due-deployment'
import { type SignedPayment, signedAs } from '../signed-payment'
import { channelAbi, PERMIT2_DEPOSIT_COLLECTOR_ADDRESS } from './channel-contract'
import type { DepositPayload } from './channel-payload'
import { readDepositPermit } from './deposit-permit'

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
