import { PERMIT2_ADDRESS } from '@x402/evm'
import {
  ERC20_APPROVAL_GAS_SPONSORING,
  extractEip2612GasSponsoringInfo,
  extractErc20ApprovalGasSponsoringInfo,
} from '@x402/extensions'
import {
  type Address,
  decodeFunctionData,
  erc20Abi,
  type Hex,
  isAddressEqual,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerializedEIP1559,
} from 'viem'
import type { Authorization } from '../authorization'
import type { PaymentPayload } from '@/lib/x402/wire'
import { PayloadError } from '../errors'
import { chainIdOf } from './payment-digest'

/** The payer's own signed `approve(Permit2, …)`, which is sent in its name before its payment settles. */
export type SponsoredApproval = {
  raw: Hex
  hash: Hex
  token: Address
  data: Hex
  nonce: number
  gas: bigint
  maxFeePerGas: bigint
}

export const approvalSponsoringKey = ERC20_APPROVAL_GAS_SPONSORING.key

/** An approval costs some 50,000 gas; the SDK's client allows 70,000. */
const MAX_APPROVAL_GAS = 100_000n
const MAX_RAW_CHARACTERS = 2_048

/**
 * The approval that a Permit2 payment brings along, or null when it brings none or a permit (EIP-2612) instead.
 * Nothing but that approval may be in the transaction: on this network, by the payer, without money.
 * Fails with the SDK's reasons.
 */
export async function readSponsoredApproval(
  payload: PaymentPayload,
  { network, asset, payer, amountAtomic, nonce: paymentNonce }: Authorization,
): Promise<SponsoredApproval | null> {
  const isPermit2 = !paymentNonce.startsWith('0x')
  const info = isPermit2 ? extractErc20ApprovalGasSponsoringInfo(payload) : null
  if (!info || extractEip2612GasSponsoringInfo(payload)) return null
  const { raw, transaction } = parseRaw(info.signedTransaction)
  const { to, data = '0x', value = 0n, chainId, nonce = 0, gas = 0n, maxFeePerGas = 0n } = transaction
  if (!to || !isAddressEqual(to, asset as Address)) throw bad('wrong_target') // Checked when it was read.
  if (chainId !== chainIdOf(network) || value > 0n || gas > MAX_APPROVAL_GAS) throw bad('parse_failed')
  const [spender, approvedAtomic] = decodeApproval(data)
  if (!isAddressEqual(spender, PERMIT2_ADDRESS)) throw bad('wrong_spender')
  if (approvedAtomic < amountAtomic) throw bad('invalid_calldata')
  const signer = await recoverTransactionAddress({ serializedTransaction: raw }).catch(() => null)
  if (!signer) throw bad('invalid_signature')
  if (!isAddressEqual(signer, payer as Address)) throw bad('signer_mismatch') // As above.
  return { raw, hash: keccak256(raw), token: to, data, nonce, gas, maxFeePerGas }
}

function parseRaw(text: unknown) {
  if (typeof text !== 'string' || text.length > MAX_RAW_CHARACTERS || !/^0x02[0-9a-f]+$/i.test(text)) {
    throw bad('parse_failed')
  }
  const raw = text as TransactionSerializedEIP1559 // Its first byte says so.
  try {
    return { raw, transaction: parseTransaction(raw) }
  } catch {
    throw bad('parse_failed')
  }
}

function decodeApproval(data: Hex): readonly [Address, bigint] {
  try {
    const decoded = decodeFunctionData({ abi: erc20Abi, data })
    if (decoded.functionName === 'approve') return decoded.args
  } catch {
    throw bad('wrong_selector')
  }
  throw bad('wrong_selector')
}

const bad = (what: string) =>
  new PayloadError(`erc20_approval_tx_${what}`, 'Expected a signed approval of Permit2 for this payment, and no more.')
