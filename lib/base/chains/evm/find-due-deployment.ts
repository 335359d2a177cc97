import { type Address, type Hex, isAddressEqual, type PublicClient, parseErc6492Signature } from 'viem'
import { reasons } from '@/lib/base/x402/reasons'
import { PayloadError } from '../errors'
import type { EvmCall } from './evm-call'
import { hasCode } from './evm-client'

/**
 * A contract wallet's signature without its wrapper, and the deployment that the wrapper names (EIP-6492). Fails with
 * `invalid_payload` for a wrapper without its contents.
 */
export function unwrapSignature(signature: Hex): { signature: Hex; deployment: EvmCall | null } {
  const { address, data, signature: inner } = parseWrapper(signature)
  return { signature: inner, deployment: address && data ? { to: address, data } : null }
}

function parseWrapper(signature: Hex): ReturnType<typeof parseErc6492Signature> {
  try {
    return parseErc6492Signature(signature)
  } catch {
    throw new PayloadError(reasons.invalidPayload, 'Expected a signature within its EIP-6492 wrapper.')
  }
}

/**
 * The deployment that a payment needs before it settles: none once the payer has code, whatever its signature is
 * wrapped in. Fails for a factory that is not among `factories`; undefined allows any, as then only simulations call
 * it. Calls no factory. Throws `RpcUnreachableError`.
 */
export async function findDueDeployment(
  { client, network, factories }: { client: PublicClient; network: string; factories: readonly string[] | undefined },
  payer: Address,
  deployment: EvmCall,
): Promise<EvmCall | null> {
  if (await hasCode(client, network, payer)) return null
  const isAllowed = factories?.some((factory) => isAddressEqual(factory as Address, deployment.to)) // The configuration's.
  if (isAllowed !== false) return deployment
  throw new PayloadError(
    'eip6492_factory_not_allowed',
    'Expected a wallet that is deployed, or one of a known factory.',
  )
}
