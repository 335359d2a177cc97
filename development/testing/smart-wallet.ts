import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  hashMessage,
  hashTypedData,
  keccak256,
  type PrivateKeyAccount,
  type PublicClient,
  parseAbi,
  serializeErc6492Signature,
  type TypedDataDefinition,
  zeroHash,
} from 'viem'
import { baseSepolia } from 'viem/chains'
import { localAddresses } from '@/development/devnet/evm/canonical-addresses'
import { deploy } from './hostile-payers'

const abi = parseAbi([
  'function getAddress(address owner, bytes32 salt) view returns (address)',
  'function createAccount(address owner, bytes32 salt) returns (address)',
])
const factory = localAddresses.smartWalletFactory

export type SmartWallet = Awaited<ReturnType<typeof openSmartWallet>>

/** The local networks' contract wallet of that owner, deployed or not. */
export async function openSmartWallet(client: PublicClient, owner: PrivateKeyAccount) {
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
    /** With `undeployed`, wrapped as EIP-6492 has it. */
    signMessage: (message: string, form?: 'undeployed') => sign(hashMessage(message), form),
    signTypedData: (definition: TypedDataDefinition, form?: 'undeployed') => sign(hashTypedData(definition), form),
  }
}

export type OneOwnerWallet = ReturnType<typeof oneOwnerWalletAt>

/** A deployed contract wallet whose signatures have 65 bytes but recover to none of its keys, as a Safe's. */
export async function openOneOwnerWallet(
  at: { rpcUrl: string; attacker: PrivateKeyAccount },
  owner: PrivateKeyAccount,
): Promise<OneOwnerWallet> {
  return oneOwnerWalletAt(await deploy(at, 'OneOwnerWallet', [owner.address]), owner)
}

/** The same at an address that has its code already, as with EIP-7702. */
export function oneOwnerWalletAt(address: Address, owner: PrivateKeyAccount) {
  const types = [{ type: 'uint256' }, { type: 'address' }, { type: 'bytes32' }] as const
  const sign = async (hash: Hex, form?: 'prefixed') => {
    const own = keccak256(encodeAbiParameters(types, [BigInt(baseSepolia.id), address, hash]))
    if (!form) return owner.sign({ hash: own })
    const signature = await owner.signMessage({ message: { raw: own } })
    return `${signature.slice(0, -2)}${signature.endsWith('1b') ? '1f' : '20'}` as Hex // The same, with another end.
  }
  return {
    address,
    signMessage: (message: string) => sign(hashMessage(message)),
    /** With `prefixed`, as a Safe has it from owners that can only sign messages: the last byte is 31 or 32. */
    signTypedData: (data: TypedDataDefinition, form?: 'prefixed') => sign(hashTypedData(data), form),
  }
}
