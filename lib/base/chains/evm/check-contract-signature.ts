import {
  BaseError,
  ExecutionRevertedError,
  encodeDeployData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  type Hex,
  type PublicClient,
} from 'viem'
import { RpcUnreachableError } from '../errors'
import { hasRunOutOfGas } from './evm-client'

/** The suffix that marks a signature of a wallet that may not be deployed yet (EIP-6492). */
const EIP6492_SUFFIX = '6492649264926492649264926492649264926492649264926492649264926492'
const VALID = 1n

export const isEip6492Signature = (signature: string) => signature.toLowerCase().endsWith(EIP6492_SUFFIX)

/**
 * Asks the chain whether a contract wallet vouches for that signature: EIP-1271 when it is deployed, EIP-6492
 * when it is not. The call is simulated and changes nothing. Throws `RpcUnreachableError`, so that an outage is
 * never taken for a forgery (viem's own verifyHash answers false then).
 */
export async function checkContractSignature(input: {
  client: PublicClient
  network: string
  address: Hex
  digest: Hex
  signature: Hex
  /** Gas that the wallet's code, its deployment included, may burn before the signature counts as refused. */
  gas: bigint
}): Promise<boolean> {
  const { client, network, address, digest, signature, gas } = input
  if (!isEip6492Signature(signature)) {
    const code = await ask(network, () => client.getCode({ address }))
    if (!code || code === '0x') return false
  }
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    args: [address, digest, signature],
  })
  const answer = await ask(network, () => client.call({ data, gas }))
  return answer?.data !== undefined && BigInt(answer.data) === VALID
}

/** Null for a revert, or where the wallet's code burnt its gas: it refused. Any other failure is the node's, and proves nothing against the wallet. */
async function ask<T>(network: string, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch (cause) {
    const isRefusal =
      cause instanceof BaseError &&
      (cause.walk((error) => error instanceof ExecutionRevertedError) !== null || hasRunOutOfGas(cause))
    if (isRefusal) return null
    throw new RpcUnreachableError(network, { cause })
  }
}
