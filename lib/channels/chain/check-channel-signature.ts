import { authorizationTypes, ERC3009_DEPOSIT_COLLECTOR_ADDRESS, PERMIT2_ADDRESS, permit2WitnessTypes } from '@x402/evm'
import { type Address, getAddress, type Hex, hashTypedData } from 'viem'
import { PayloadError } from '@/lib/base/chains/errors'
import { checkContractSignature, isEip6492Signature } from '@/lib/base/chains/evm/check-contract-signature'
import { recoverEvmAddress } from '@/lib/base/chains/evm/evm-address'
import { hasCode } from '@/lib/base/chains/evm/evm-client'
import { findDueDeployment, unwrapSignature } from '@/lib/base/chains/evm/find-due-deployment'
import { chainIdOf } from '@/lib/base/chains/evm/payment-digest'
import type { SignatureChain, SignatureVerdict } from '@/lib/base/chains/signed-payment'
import { channelReasons } from '@/lib/base/x402/payment-channel'
import type { PaymentRequirements } from '@/lib/base/x402/wire'
import { canDisown } from '@/lib/channels/chain/channel-payload'
import { erc3009NonceOf, voucherDigest } from './channel-contract'
import { type ChannelConfig, type ChannelPayload, type DepositPayload, type Voucher } from './channel-payload'

/**
 * Checks that the payer signed the voucher, and the deposit where there is one. Local for keys; asks the chain where
 * the payer signs its vouchers without a key, or a contract signed the deposit.
 */
export async function checkChannelSignature(
  chain: SignatureChain,
  read: ChannelPayload,
  requirements: PaymentRequirements,
): Promise<SignatureVerdict> {
  if (read.type === 'deposit') {
    const verdict = await checkDepositSignature(chain, read, requirements)
    if (!verdict.isValid) return verdict
    const voucher = await checkVoucher(chain, read, requirements.network)
    return { ...voucher, isLocal: verdict.isLocal && voucher.isLocal }
  }
  return checkVoucher(chain, read, requirements.network)
}

async function checkDepositSignature(
  chain: SignatureChain,
  deposit: DepositPayload,
  requirements: PaymentRequirements,
): Promise<SignatureVerdict> {
  const { authorization, config } = deposit
  const digest = depositDigest(deposit, requirements)
  const isKeySigned = recoverEvmAddress(digest, authorization.signature) === config.payer
  const isValid = isKeySigned || (await isContractSigned(chain, deposit, { digest, network: requirements.network }))
  const invalidReason =
    authorization.form === 'permit2'
      ? channelReasons.permit2InvalidSignature
      : channelReasons.receiveAuthorizationSignature
  return isValid ? { isValid, isLocal: isKeySigned } : { isValid, invalidReason, isLocal: false }
}

async function isContractSigned(
  { client, factories, gas }: SignatureChain,
  { authorization, config }: DepositPayload,
  { digest, network }: { digest: Hex; network: string },
): Promise<boolean> {
  const { signature, deployment } = unwrapSignature(authorization.signature)
  const chain = { client: client(), network, factories }
  // Only EIP-3009 deposits come with a deployment, which then lands with them.
  const isDue = deployment !== null && (await findDue(chain, config.payer, deployment)) !== null
  const signed = { address: config.payer, digest, signature: isDue ? authorization.signature : signature }
  if (isDue && authorization.form === 'permit2') return false
  return checkContractSignature({ ...chain, gas, ...signed })
}

/** `findDueDeployment`, with this scheme's reason for a factory that is not allowed. */
async function findDue(...args: Parameters<typeof findDueDeployment>) {
  return findDueDeployment(...args).catch((error: unknown) => {
    if (!(error instanceof PayloadError)) throw error
    throw new PayloadError(channelReasons.factoryNotAllowed, error.message)
  })
}

async function checkVoucher(
  chain: SignatureChain,
  { config, voucher }: ChannelPayload,
  network: string,
): Promise<SignatureVerdict> {
  const byKey = checkVoucherSignature(config, voucher, network)
  const isValid = byKey ?? (await isPayerSigned(chain, { payer: config.payer, ...voucher, network }))
  const isLocal = byKey !== null
  return isValid ? { isValid, isLocal } : { isValid, invalidReason: channelReasons.voucherSignature, isLocal }
}

/** Decides like the contract: a payer with code is asked, one without is a key. */
async function isPayerSigned(
  { client, gas }: SignatureChain,
  signed: { payer: Address; channelId: Hex; maxClaimableAtomic: bigint; signature: Hex; network: string },
): Promise<boolean> {
  const { payer: address, channelId, maxClaimableAtomic, signature, network } = signed
  const digest = voucherDigest(channelId, maxClaimableAtomic, network)
  if (!(await hasCode(client(), network, address))) return recoverEvmAddress(digest, signature) === address
  // The contract does not unwrap it: the wallet would be asked about the wrapper.
  if (isEip6492Signature(signature)) return false
  return checkContractSignature({ client: client(), network, gas, address, digest, signature })
}

/** EIP-3009's transfer that only its recipient may fetch; it has the same fields as the usual one. */
const receiveTypes = { ReceiveWithAuthorization: authorizationTypes.TransferWithAuthorization }

/** Permit2's transfer with the channel as its witness. */
const permit2Types = {
  PermitWitnessTransferFrom: [
    { name: 'permitted', type: 'TokenPermissions' },
    { name: 'spender', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
    { name: 'witness', type: 'DepositWitness' },
  ],
  TokenPermissions: permit2WitnessTypes.TokenPermissions,
  DepositWitness: [{ name: 'channelId', type: 'bytes32' }],
} as const

/** The 32 bytes that the payer of a deposit signed, under our requirements' token domain. */
export function depositDigest(deposit: DepositPayload, requirements: PaymentRequirements): Hex {
  const { authorization, amountAtomic, config, voucher } = deposit
  const chainId = chainIdOf(requirements.network)
  if (authorization.form === 'permit2') {
    return hashTypedData({
      domain: { name: 'Permit2', chainId, verifyingContract: PERMIT2_ADDRESS },
      types: permit2Types,
      primaryType: 'PermitWitnessTransferFrom',
      message: {
        permitted: { token: authorization.token, amount: amountAtomic },
        spender: authorization.spender,
        nonce: authorization.nonce,
        deadline: authorization.deadline,
        witness: { channelId: voucher.channelId },
      },
    })
  }
  const { name, version } = requirements.extra ?? {}
  if (typeof name !== 'string' || typeof version !== 'string') {
    throw new PayloadError(channelReasons.missingEip712Domain, 'Expected extra.name and extra.version.')
  }
  return hashTypedData({
    domain: { name, version, chainId, verifyingContract: getAddress(requirements.asset) },
    types: receiveTypes,
    primaryType: 'ReceiveWithAuthorization',
    message: {
      from: config.payer,
      to: ERC3009_DEPOSIT_COLLECTOR_ADDRESS,
      value: amountAtomic,
      validAfter: authorization.validAfter,
      validBefore: authorization.validBefore,
      nonce: erc3009NonceOf(voucher.channelId, authorization.salt),
    },
  })
}

/**
 * Checks that the key that the channel names signed that voucher for that network. Local. Null where the channel names
 * no key: only the chain can tell whether its payer signed.
 */
export function checkVoucherSignature(config: ChannelConfig, voucher: Voucher, network: string): boolean | null {
  if (canDisown(config)) return null
  const digest = voucherDigest(voucher.channelId, voucher.maxClaimableAtomic, network)
  return recoverEvmAddress(digest, voucher.signature) === config.payerAuthorizer
}
