import type { PublicClient } from 'viem'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import type { Authorization } from './authorization'
import type { AvmPayment } from './avm/avm-payment'
import type { SettlementCall } from './evm/evm-call'
import type { EvmPayment } from './evm/evm-payment'
import type { SvmPayment } from './svm/svm-payment'

/** A transfer by its payer. Checked and encoded once, when it is first asked for. */
type EvmTransfer = {
  kind: 'evm'
  transfer: EvmPayment
  /**
   * True if the payer's key made the signature. Only then do the token contracts take it as v, r, s unchanged, and may
   * the payment share a transaction.
   */
  isByKey: () => boolean
  /** Settles it by EIP-3009; null for Permit2, whose call depends on the amount. */
  transferCall: (() => SettlementCall) | null
}
/** A payment by a further scheme of the EVM networks, as that scheme has read it. */
type OtherPayment = { kind: 'other'; read: unknown }
type SvmTransfer = { kind: 'svm'; transfer: SvmPayment }
type AvmTransfer = { kind: 'avm'; transfer: AvmPayment }

/** Asks a chain about contract wallets. A wallet's code may use up to `gas`. */
export type SignatureChain = { client: () => PublicClient; factories?: readonly string[] | undefined; gas: bigint }

/** `isLocal` is true when no chain had to be asked, so that the verdict cannot change. */
export type SignatureVerdict = { isValid: boolean; invalidReason?: string; isLocal: boolean }

/** A payload that was read once under our terms, with the check of its signature by those terms. */
export type ReadPayload = {
  payload: PaymentPayload
  requirements: PaymentRequirements
  /** Local for keys. Fails with a `PayloadError`, and with `RpcUnreachableError` where a contract must be asked. */
  checkSignature: (chain: SignatureChain) => Promise<SignatureVerdict>
}

/**
 * A payment that was read once and compared with our terms. It is passed on as it is, from the gate to the facilitator
 * of the same process and from verifying to settling, so that no step parses it or recovers its signer again.
 */
export type SignedPayment = ReadPayload & {
  authorization: Authorization
  signed: EvmTransfer | OtherPayment | SvmTransfer | AvmTransfer
}

type Kinds = SignedPayment['signed']

/** The payload of a payment of that kind: each network settles its own kinds. */
export function signedAs<Kind extends Kinds['kind']>(
  { signed }: Pick<SignedPayment, 'signed'>,
  kind: Kind,
): Extract<Kinds, { kind: Kind }> {
  if (signed.kind !== kind) throw new Error(`Expected a payment of the kind ${kind}, got ${signed.kind}.`)
  return signed as Extract<Kinds, { kind: Kind }> // Just compared.
}
