import {
  type Address,
  encodeAbiParameters,
  type Hex,
  hashMessage,
  hashTypedData,
  keccak256,
  type PrivateKeyAccount,
  type TypedDataDefinition,
} from 'viem'
import { baseSepolia } from 'viem/chains'
import { deploy } from './hostile-payers'

export type OneOwnerWallet = {
  address: Address
  signMessage: (message: string) => Promise<Hex>
  /** With `prefixed`, as a Safe has it from owners that can only sign messages: the last byte is 31 or 32. */
  signTypedData: (data: TypedDataDefinition, form?: 'prefixed') => Promise<Hex>
}

/** A deployed contract wallet whose signatures have 65 bytes but recover to none of its keys, as a Safe's. */
export async function openOneOwnerWallet(
  at: { rpcUrl: string; attacker: PrivateKeyAccount },
  owner: PrivateKeyAccount,
): Promise<OneOwnerWallet> {
  return oneOwnerWalletAt(await deploy(at, 'OneOwnerWallet', [owner.address]), owner)
}

/** The same at an address that has its code already, as with EIP-7702. */
export function oneOwnerWalletAt(address: Address, owner: PrivateKeyAccount): OneOwnerWallet {
  const types = [{ type: 'uint256' }, { type: 'address' }, { type: 'bytes32' }] as const
  const sign = async (hash: Hex, form?: 'prefixed') => {
    const own = keccak256(encodeAbiParameters(types, [BigInt(baseSepolia.id), address, hash]))
    if (!form) return owner.sign({ hash: own })
    const signature = await owner.signMessage({ message: { raw: own } })
    return `${signature.slice(0, -2)}${signature.endsWith('1b') ? '1f' : '20'}` as Hex // The same, with another end.
  }
  return {
    address,
    signMessage: (message) => sign(hashMessage(message)),
    signTypedData: (data, form) => sign(hashTypedData(data), form),
  }
}
