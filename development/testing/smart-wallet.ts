import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  hashMessage,
  hashTypedData,
  type PrivateKeyAccount,
  type PublicClient,
  parseAbi,
  serializeErc6492Signature,
  type TypedDataDefinition,
  zeroHash,
} from 'viem'
import { localAddresses } from '@/development/devnet/evm/canonical-addresses'
import type { EvmCall } from '@/lib/base/chains/evm/evm-call'

const abi = parseAbi([
  'function getAddress(address owner, bytes32 salt) view returns (address)',
  'function createAccount(address owner, bytes32 salt) returns (address)',
])
const factory = localAddresses.smartWalletFactory

export type SmartWallet = {
  address: Address
  deployment: EvmCall
  /** With `undeployed`, wrapped as EIP-6492 has it. */
  signMessage: (message: string, form?: 'undeployed') => Promise<Hex>
  signTypedData: (data: TypedDataDefinition, form?: 'undeployed') => Promise<Hex>
}

/** The local networks' contract wallet of that owner, deployed or not. */
export async function openSmartWallet(client: PublicClient, owner: PrivateKeyAccount): Promise<SmartWallet> {
  const address = await client.readContract({
    address: factory,
    abi,
    functionName: 'getAddress',
    args: [owner.address, zeroHash],
  })
  const data = encodeFunctionData({ abi, functionName: 'createAccount', args: [owner.address, zeroHash] })
  const sign = async (hash: Hex, form?: 'undeployed') => {
    const wrapped = encodeAbiParameters(
      [{ type: 'tuple', components: [{ type: 'uint256' }, { type: 'bytes' }] }],
      [[0n, await owner.sign({ hash })]],
    )
    return form ? serializeErc6492Signature({ address: factory, data, signature: wrapped }) : wrapped
  }
  return {
    address,
    deployment: { to: factory, data },
    signMessage: (message, form) => sign(hashMessage(message), form),
    signTypedData: (definition, form) => sign(hashTypedData(definition), form),
  }
}
