import { isSameAddress } from '@/lib/base/x402/addresses'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import { once } from '../once'
import type { SignatureVerdict } from '../signature-verdict'
import type { SignatureChain, SignedPayment } from '../signed-payment'
import { checkContractSignature } from './check-contract-signature'
import { describeEvmPayment, parseEvmTerms } from './evm-authorization'
import type { EvmPayment } from './evm-payment'
import { findDueDeployment, unwrapSignature } from './find-due-deployment'
import { paymentDigest } from './payment-digest'
import { recoverEvmAddress } from './recover-address'
import { buildTransferCall } from './settlement-call'

/** Reads a payment of the schemes `exact` and `upto`. */
export function readEvmTransfer(payload: PaymentPayload, requirements: PaymentRequirements): SignedPayment {
  const transfer = parseEvmTerms(payload.payload, requirements)
  const digest = once(() => paymentDigest(transfer, requirements))
  const isByKey = once(() => {
    const signer = recoverEvmAddress(digest(), transfer.signature)
    return signer !== null && isSameAddress('evm', signer, transfer.payer)
  })
  const transferCall =
    transfer.form === 'eip3009' ? once(() => buildTransferCall(transfer, requirements, isByKey())) : null
  return {
    payload,
    requirements,
    authorization: describeEvmPayment(transfer, requirements),
    signed: { kind: 'evm', transfer, isByKey, transferCall },
    checkSignature: async (chain) =>
      isByKey()
        ? { isValid: true, isLocal: true }
        : checkByContract(chain, transfer, { digest: digest(), network: requirements.network }),
  }
}

/** A signature that is no key's, of any length, may be a contract wallet's (EIP-1271, EIP-6492): the chain is asked. */
async function checkByContract(
  { client, factories, gas }: SignatureChain,
  transfer: EvmPayment,
  { digest, network }: { digest: `0x${string}`; network: string },
): Promise<SignatureVerdict> {
  const { payer: address, signature } = transfer
  const chain = { client: client(), network, factories }
  const unwrapped = unwrapSignature(signature)
  const isUndeployed = unwrapped.deployment && (await findDueDeployment(chain, address, unwrapped.deployment))
  const signed = { address, digest, signature: isUndeployed ? signature : unwrapped.signature }
  const isValid = await checkContractSignature({ ...chain, gas, ...signed })
  return isValid ? { isValid, isLocal: false } : { isValid, invalidReason: refusalOf(transfer), isLocal: false }
}

const refusalOf = ({ form }: EvmPayment) =>
  form === 'permit2' ? 'invalid_permit2_signature' : 'invalid_exact_evm_signature'
