import { authorizationTypes, ERC3009_DEPOSIT_COLLECTOR_ADDRESS, PERMIT2_ADDRESS, permit2WitnessTypes } from '@x402/evm'
import { getAddress, type Hex, hashTypedData } from 'viem'
import { channelReasons } from '@/lib/base/x402/reasons'
import type { PaymentRequirements } from '@/lib/base/x402/wire'
import { PayloadError } from '../errors'
import { chainIdOf } from '../evm/payment-digest'
import type { DepositPayload } from './channel-payload'
import { erc3009NonceOf } from './deposit-authorization'

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
