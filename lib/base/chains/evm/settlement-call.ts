import {
  eip3009ABI,
  x402ExactPermit2ProxyABI,
  x402ExactPermit2ProxyAddress,
  x402UptoPermit2ProxyABI,
  x402UptoPermit2ProxyAddress,
} from '@x402/evm'
import { extractEip2612GasSponsoringInfo } from '@x402/extensions'
import {
  encodeFunctionData,
  getAddress,
  type Hex,
  parseSignature,
  prepareEncodeFunctionData,
  zeroAddress,
  zeroHash,
} from 'viem'
import { z } from 'zod'
import { reasons } from '@/lib/base/x402/reasons'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import { requiredAmount } from '../build-requirements'
import { PayloadError } from '../errors'
import type { GasPolicy } from '../gas-policy'
import { type SignedPayment, signedAs } from '../signed-payment'
import { isEip6492Signature } from './check-contract-signature'
import type { SettlementCall } from './evm-call'
import type { Eip3009Payment, Permit2Payment } from './evm-payment'
import { unwrapSignature } from './find-due-deployment'
import { addressShape, bytesShape, uint256Shape } from './shapes'

/**
 * The call that settles a verified payment, by the SDK's ABIs.
 * For `upto`, `requirements.amount` is the actual amount; zero needs no transaction and is refused here.
 */
export function buildSettlementCall(payment: SignedPayment): SettlementCall {
  const { transfer, transferCall } = signedAs(payment, 'evm')
  if (transferCall) return transferCall()
  if (transfer.form === 'permit2') return buildPermit2Call(transfer, payment.payload, payment.requirements)
  throw new Error('Expected the call of an EIP-3009 transfer to have come with it.')
}

/** The call of an EIP-3009 transfer, by a key or a contract wallet. */
export function buildTransferCall(
  payment: Eip3009Payment,
  requirements: PaymentRequirements,
  isByKey: boolean,
): SettlementCall {
  const { signature, deployment } = unwrapSignature(payment.signature)
  const authorization = [
    getAddress(payment.payer),
    getAddress(payment.payTo),
    payment.amountAtomic,
    payment.validAfter,
    payment.validBefore,
    payment.nonce,
  ] as const
  return {
    call: { to: getAddress(requirements.asset), data: encodeEip3009(authorization, signature, isByKey) },
    sender: null,
    deployment,
  }
}

const TRANSFER = 'transferWithAuthorization'

/** Prepared once: finding it among the token's functions of that name costs more than encoding. */
const transferByKey = prepareEncodeFunctionData({
  abi: eip3009ABI,
  functionName: TRANSFER,
  args: [zeroAddress, zeroAddress, 0n, 0n, 0n, zeroHash, 27, zeroHash, zeroHash],
})

type AuthorizationArgs = readonly [Hex, Hex, bigint, bigint, bigint, Hex]

/** Key signatures go as v, r, s; contract wallets' as bytes, since 65 of theirs may end in anything. */
function encodeEip3009(authorization: AuthorizationArgs, signature: Hex, isByKey: boolean): Hex {
  if (!isByKey) {
    return encodeFunctionData({ abi: eip3009ABI, functionName: TRANSFER, args: [...authorization, signature] })
  }
  const { r, s, yParity } = parseSignature(signature)
  return encodeFunctionData({ ...transferByKey, args: [...authorization, yParity + 27, r, s] })
}

function buildPermit2Call(
  payment: Permit2Payment,
  payload: PaymentPayload,
  requirements: PaymentRequirements,
): SettlementCall {
  const permit = {
    permitted: { token: getAddress(payment.token), amount: payment.amountAtomic },
    nonce: payment.nonce,
    deadline: payment.deadline,
  }
  const owner = getAddress(payment.payer)
  const witness = { to: getAddress(payment.payTo), validAfter: payment.validAfter }
  const approval = readPermit(payload, 'invalid_eip2612_extension_format')
  if (payment.facilitator === null) {
    const args = [permit, owner, witness, payment.signature] as const
    const data = approval
      ? encodeFunctionData({
          abi: x402ExactPermit2ProxyABI,
          functionName: 'settleWithPermit',
          args: [approval, ...args],
        })
      : encodeFunctionData({ abi: x402ExactPermit2ProxyABI, functionName: 'settle', args })
    return { call: { to: x402ExactPermit2ProxyAddress, data }, sender: null, deployment: null }
  }
  const facilitator = getAddress(payment.facilitator)
  const amount = requiredAmount(requirements)
  if (amount === 0n) throw new PayloadError(reasons.settlementAmountInvalid, 'A settlement of zero has no transaction.')
  const args = [permit, amount, owner, { ...witness, facilitator }, payment.signature] as const
  const data = approval
    ? encodeFunctionData({ abi: x402UptoPermit2ProxyABI, functionName: 'settleWithPermit', args: [approval, ...args] })
    : encodeFunctionData({ abi: x402UptoPermit2ProxyABI, functionName: 'settle', args })
  // The proxy compares msg.sender with the witness: through Multicall3 it would be another.
  return { call: { to: x402UptoPermit2ProxyAddress, data }, sender: facilitator, deployment: null }
}

/** Key of the gas policy's limit for a settlement of that payload in its own transaction; known without the chain. */
export type SettlementKind = 'contractGas' | 'permit2Gas' | 'permitGas' | 'depositGas' | 'deploymentGas'

/** Read from the payload's form only. A plain key gets a contract's limit: only the chain knows whether it has code. */
export function settlementKindOf(payload: PaymentPayload): SettlementKind {
  if ('permit2Authorization' in payload.payload) {
    return extractEip2612GasSponsoringInfo(payload) ? 'permitGas' : 'permit2Gas'
  }
  const { signature } = payload.payload
  return typeof signature === 'string' && isEip6492Signature(signature) ? 'deploymentGas' : 'contractGas'
}

/** Gas limit of a settlement in its own transaction: the limit of its kind, at most its share of a block. */
export function gasCapOf(
  policy: GasPolicy,
  kind: SettlementKind | 'batchGas' | 'settleGas' | 'refundGas',
  blockGasLimit: bigint,
): bigint {
  const share = (blockGasLimit * policy.blockPercent) / 100n
  return policy[kind] < share ? policy[kind] : share
}

const permitShape = z.object({
  from: addressShape,
  asset: addressShape,
  spender: addressShape,
  amount: uint256Shape,
  deadline: uint256Shape,
  signature: bytesShape,
})

/**
 * The payer's EIP-2612 approval of Permit2 beside its payment; null when none came along. The SDK finds it and checks
 * nothing of it. Fails with a `PayloadError` of that reason for anything but a signed permit.
 */
export function readPermit(payload: PaymentPayload, reason: string) {
  const info: unknown = extractEip2612GasSponsoringInfo(payload)
  if (!info) return null
  try {
    const { amount: value, signature, ...permit } = permitShape.parse(info)
    const { r, s, yParity } = parseSignature(signature)
    return { ...permit, value, r, s, v: yParity + 27 }
  } catch {
    throw new PayloadError(reason, 'Expected a signed EIP-2612 permit.')
  }
}
