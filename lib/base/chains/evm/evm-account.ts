import {
  concat,
  domainSeparator,
  getAddress,
  type Hex,
  hashStruct,
  hexToBytes,
  type LocalAccount,
  serializeTransaction,
  type TypedDataDomain,
  toHex,
} from 'viem'
import { privateKeyToAccount, toAccount } from 'viem/accounts'
import type { KeyReference, OpenRemoteKey, RemoteKey } from '../signers/remote-key'

/** A key of ours that signs on EVM; `remote` where others keep it. */
export type EvmAccount = Pick<LocalAccount, 'address' | 'signTransaction' | 'signTypedData'> & { remote?: RemoteKey }

/** 32 bytes in hex, starting with 0x, or where the key is kept. */
export type EvmKey = string | KeyReference

/** Fails with a plain message, which never repeats the key, when it has another form. */
export function openEvmAccount(key: EvmKey, openRemote?: OpenRemoteKey): EvmAccount {
  if (typeof key !== 'string') {
    if (!openRemote) throw new Error('Expected to be told who keeps the keys.')
    return remoteAccount(openRemote(key))
  }
  if (!/^0x[0-9a-fA-F]{64}$/.test(key)) throw new Error('Expected an EVM key of 32 bytes in hex, starting with 0x.')
  return privateKeyToAccount(key as Hex) // The form was just checked.
}

function remoteAccount(remote: RemoteKey): EvmAccount {
  const sign = async (content: Hex) => {
    const bytes = await remote.sign(hexToBytes(content))
    return { r: toHex(bytes.subarray(0, 32)), s: toHex(bytes.subarray(32, 64)), yParity: bytes[64] ?? 0 }
  }
  const account = toAccount({
    // The ledger knows wallets by the spelling that keys have.
    address: getAddress(remote.address),
    signMessage: () => Promise.reject(new Error('This account signs transactions and typed data only.')),
    async signTransaction(transaction, { serializer = serializeTransaction } = {}) {
      return serializer(transaction, await sign(await serializer(transaction)))
    },
    async signTypedData(parameters) {
      const { domain = {}, types, primaryType, message } = parameters as unknown as EvmTypedData // viem's own type is generic.
      const data = hashStruct({ data: message, primaryType, types })
      const { r, s, yParity } = await sign(concat(['0x1901', domainSeparator({ domain }), data]))
      return concat([r, s, toHex(27 + yParity, { size: 1 })])
    },
  })
  return { ...account, remote }
}

type EvmTypedData = {
  domain?: TypedDataDomain
  types: Record<string, { name: string; type: string }[]>
  primaryType: string
  message: Record<string, unknown>
}
