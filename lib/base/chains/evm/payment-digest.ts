import { authorizationTypes, PERMIT2_ADDRESS, permit2WitnessTypes, uptoPermit2WitnessTypes } from '@x402/evm'
import { LRUCache } from 'lru-cache'
import { concat, domainSeparator, getAddress, type Hex, hashStruct, hashTypedData, keccak256 } from 'viem'
import { reasons } from '@/lib/base/x402/reasons'
import type { PaymentRequirements } from '@/lib/base/x402/wire'
import { PayloadError } from '../errors'
import type { Eip3009Payment, EvmPayment, Permit2Payment } from './evm-payment'

type TokenDomain = Pick<PaymentRequirements, 'network' | 'asset' | 'extra'>

/** The 32 bytes that the payer's wallet signed (EIP-712), under our requirements' token domain. */
export function paymentDigest(payment: EvmPayment, requirements: TokenDomain): Hex {
  const chainId = chainIdOf(requirements.network)
  if (payment.form === 'eip3009') return eip3009Digest(payment, requirements, chainId)
  return permit2Digest(payment, chainId)
}

export function chainIdOf(network: string): number {
  const chainId = Number(/^eip155:([1-9]\d*)$/.exec(network)?.[1])
  if (Number.isSafeInteger(chainId)) return chainId
  throw new PayloadError(reasons.invalidNetwork, 'Expected an eip155 network.')
}

function eip3009Digest(payment: Eip3009Payment, requirements: TokenDomain, chainId: number): Hex {
  const { name, version } = requirements.extra ?? {}
  if (typeof name !== 'string' || typeof version !== 'string') {
    throw new PayloadError('invalid_exact_evm_missing_eip712_domain', 'Expected extra.name and extra.version.')
  }
  const transfer = hashStruct({
    types: authorizationTypes,
    primaryType: 'TransferWithAuthorization',
    data: {
      from: payment.payer,
      to: payment.payTo,
      value: payment.amountAtomic,
      validAfter: payment.validAfter,
      validBefore: payment.validBefore,
      nonce: payment.nonce,
    },
  })
  return keccak256(concat(['0x1901', tokenDomain(name, version, chainId, requirements.asset), transfer]))
}

const domains = new LRUCache<string, Hex>({ max: 100 })

/** A token's domain is the same for all of its payments, and hashing it costs as much as hashing one of them. */
function tokenDomain(name: string, version: string, chainId: number, asset: string): Hex {
  const key = JSON.stringify([name, version, chainId, asset])
  const known = domains.get(key)
  if (known) return known
  const hash = domainSeparator({ domain: { name, version, chainId, verifyingContract: getAddress(asset) } })
  domains.set(key, hash)
  return hash
}

function permit2Digest(payment: Permit2Payment, chainId: number): Hex {
  const domain = { name: 'Permit2', chainId, verifyingContract: PERMIT2_ADDRESS } as const
  const permit = {
    permitted: { token: getAddress(payment.token), amount: payment.amountAtomic },
    spender: getAddress(payment.spender),
    nonce: payment.nonce,
    deadline: payment.deadline,
  }
  const witness = { to: getAddress(payment.payTo), validAfter: payment.validAfter }
  const primaryType = 'PermitWitnessTransferFrom' as const
  if (payment.facilitator === null) {
    return hashTypedData({ domain, types: permit2WitnessTypes, primaryType, message: { ...permit, witness } })
  }
  const uptoWitness = { ...witness, facilitator: getAddress(payment.facilitator) }
  return hashTypedData({
    domain,
    types: uptoPermit2WitnessTypes,
    primaryType,
    message: { ...permit, witness: uptoWitness },
  })
}
