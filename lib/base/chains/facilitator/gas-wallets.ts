import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { getBase58Decoder } from '@solana/kit'
import { type FacilitatorAvmSigner, toFacilitatorAvmSigner } from '@x402/avm'
import type { Family } from '@/lib/base/x402/networks'
import type { PaymentRequirements } from '@/lib/base/x402/wire'
import { type EvmAccount, type EvmKey, openEvmAccount } from '../evm/evm-account'
import type { OpenRemoteKey } from '../signers/remote-key'
import { openSvmFeePayer, type SvmFeePayer } from '../svm/svm-payment'

/**
 * The wallets that pay for settlements. The first of each family is the one that `/supported` names, so that its
 * answer stays the same; payments that name any of the others are accepted too.
 */
export type GasWallets = {
  evm: readonly EvmAccount[]
  svm: readonly SvmFeePayer[]
  avm: readonly AvmFeePayer[]
  /** Sign for receivers: the first on new terms, the others where those name them. Empty without an EVM wallet. */
  receiverAuthorizers: readonly EvmAccount[]
}

export type AvmFeePayer = { address: string; signer: FacilitatorAvmSigner }

/** The wallet that these requirements name; the first where they name none of ours, whose group will then fail. */
export const avmFeePayerFor = (
  wallets: readonly AvmFeePayer[],
  { extra }: PaymentRequirements,
): AvmFeePayer | undefined => wallets.find(({ address }) => address === extra?.['feePayer']) ?? wallets[0]

type GasWalletKeys = {
  evm?: readonly EvmKey[]
  /** Without it, the first EVM gas key signs for receivers. */
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
export function openGasWallets(keys: GasWalletKeys): GasWallets {
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

/** Makes a key for a gas wallet, in the form that its variable takes, and the address to which its coin is sent. */
export function makeGasKey(family: Family): { key: string; address: string } {
  const key = makeKey[family]()
  const wallets = openGasWallets({ [family]: [key] })
  const [wallet] = wallets[family]
  if (!wallet) throw new Error('Expected a wallet of the new key.')
  return { key, address: wallet.address }
}

const makeKey: Record<Family, () => string> = {
  evm: () => `0x${randomBytes(32).toString('hex')}`,
  svm: () => getBase58Decoder().decode(newEd25519Key()),
  avm: () => newEd25519Key().toString('base64'),
}

/** The seed, then the public key. */
function newEd25519Key(): Buffer {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  return Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')])
}
