import { createPublicClient, type Hex, http, isAddress, isHex, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { secretOf } from './kept-keys'

/** More than a transfer of tokens takes; unused gas is not paid. */
const GAS = 150_000n

/** The wallet's signer. It signs the site's requests without asking: its money is play money. */
export function evmAccount(network: string, store: Storage) {
  const account = privateKeyToAccount(toHex(secretOf('evm', store)))
  return {
    address: account.address,
    signMessage: (message: unknown) => account.signMessage({ message: { raw: hexOf(message) } }),
    signTypedData: (text: unknown) => {
      const { types, ...data } = JSON.parse(String(text))
      const { EIP712Domain: _domain, ...own } = types
      return account.signTypedData({ ...data, types: own })
    },
    sendTransaction: async (call: unknown): Promise<Hex> => {
      const { to, data } = call as { to?: unknown; data?: unknown } // Both are looked at below.
      if (typeof to !== 'string' || !isAddress(to)) throw new Error('Expected the address of a contract.')
      const client = createPublicClient({ transport: http(`/api/rpc/${encodeURIComponent(network)}`) })
      const [nonce, gasPrice] = await Promise.all([
        client.getTransactionCount({ address: account.address, blockTag: 'pending' }),
        client.getGasPrice(),
      ])
      const serializedTransaction = await account.signTransaction({
        type: 'legacy',
        chainId: Number(network.slice('eip155:'.length)),
        to,
        data: hexOf(data),
        gas: GAS,
        gasPrice,
        nonce,
      })
      return client.sendRawTransaction({ serializedTransaction })
    },
  }
}

function hexOf(value: unknown): Hex {
  if (!isHex(value)) throw new Error('Expected bytes in hexadecimal.')
  return value
}
