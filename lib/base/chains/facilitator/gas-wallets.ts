import { type FacilitatorAvmSigner, toFacilitatorAvmSigner } from '@x402/avm'
import type { PaymentRequirements } from '@/lib/base/x402/wire'
import { type EvmAccount, type EvmKey, openEvmAccount } from '../evm/evm-account'
import type { OpenRemoteKey } from '../signers/open-remote-key'
import { openSvmFeePayer, type SvmFeePayer } from '../svm/svm-payment'

/**
 * The wallets that pay for settlements. The first of each family is the one that `/supported` names, so that its
 * answer stays the same; payments that name any of the others are accepted too.
 */
export type GasWallets = {
  evm: readonly EvmAccount[]
  svm: readonly SvmFeePayer[]
  avm: readonly AvmFeePayer[]
  /** The first signs for new channels, the others for those that name them. Empty without an EVM wallet. */
  receiverAuthorizers: readonly EvmAccount[]
}

export type AvmFeePayer = { address: string; signer: FacilitatorAvmSigner }

/** The wallet that these requirements name; the first where they name none of ours, whose group will then fail. */
export const avmFeePayerFor = (
  wallets: readonly AvmFeePayer[],
  { extra }: PaymentRequirements,
): AvmFeePayer | undefined => wallets.find(({ address }) => address === extra?.['feePayer']) ?? wallets[0]

export type GasKeys = {
  evm?: readonly EvmKey[]
  /** Without it, the first EVM gas key signs for receivers of payment channels. */
  receiverAuthorizer?: EvmKey | undefined
  previousAuthorizers?: readonly EvmKey[]
  /** 64 bytes in base58. */
  svm?: readonly string[]
  /** 64 bytes (seed and public key) in base64. */
  avm?: readonly string[]
  /** URL of the Algorand signer's algod; its keys are of no use without it. */
  avmAlgodUrl?: string
  openRemote?: OpenRemoteKey
}

/** Opens the wallets. Fails with a plain message, which never repeats a key, when one is malformed. */
export function openGasWallets(keys: GasKeys): GasWallets {
  const { evm = [], svm = [], avm = [], avmAlgodUrl, previousAuthorizers = [], openRemote } = keys
  const authorizerKey = keys.receiverAuthorizer ?? evm[0]
  const authorizerKeys = authorizerKey === undefined ? [] : [authorizerKey, ...previousAuthorizers]
  const open = (key: EvmKey) => openEvmAccount(key, openRemote)
  return {
    evm: evm.map(open),
    receiverAuthorizers: authorizerKeys.map(open),
    svm: svm.map(openSvmFeePayer),
    avm: avm.map((key) => openAvmFeePayer(key, avmAlgodUrl)),
  }
}

function openAvmFeePayer(key: string, algodUrl: string | undefined): AvmFeePayer {
  if (!/^[A-Za-z0-9+/]{86}==$/.test(key)) {
    throw new Error('Expected an Algorand fee payer key of 64 bytes in base64.')
  }
  const signer = toFacilitatorAvmSigner(key, algodUrl ? { testnetUrl: algodUrl } : {})
  const [address] = signer.getAddresses()
  if (!address) throw new Error('Expected the Algorand fee payer to have an address.')
  return { address, signer }
}
