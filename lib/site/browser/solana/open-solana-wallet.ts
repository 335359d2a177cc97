import {
  createSolanaRpc,
  isSolanaError,
  SOLANA_ERROR__JSON_RPC__INVALID_PARAMS,
  address as toAddress,
} from '@solana/kit'
import type { WalletContextState } from '@solana/wallet-adapter-react'
import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { createSvmWallet } from '@/lib/client/svm-wallet'
import { askSolanaWallet, readSolanaSignature } from '../border/solana-answers'
import { type ConnectedWallet, rpcUrlOf } from '../browser-wallet'
import { transactionSignerOf } from './transaction-signer'

/** A connected Solana wallet. It has no network of its own: the transaction names one. */
export function openSolanaWallet(context: WalletContextState, address: string): ConnectedWallet {
  const { wallet, signMessage } = context
  const messageSigner = signMessage && {
    publicKey: address,
    signMessage: async (message: Uint8Array) => readSolanaSignature(await askSolanaWallet(() => signMessage(message))),
  }
  return {
    status: 'connected',
    name: wallet?.adapter.name ?? 'Solana wallet',
    address,
    isOn: () => true,
    switchTo: async () => {},
    readBalance: (network, asset) => readTokenBalance(network, { mint: asset, owner: address }),
    canSignMessages: messageSigner !== undefined,
    toPayer: async (network) =>
      createSvmWallet({
        signer: transactionSignerOf(context, address),
        messageSigner: messageSigner ?? null,
        networks: [network],
        rpcUrls: { [network]: rpcUrlOf(network) },
      }),
    depositor: null,
    sendTokens: null,
    disconnect: context.disconnect,
  }
}

async function readTokenBalance(network: string, { mint, owner }: { mint: string; owner: string }): Promise<bigint> {
  const rpc = createSolanaRpc(rpcUrlOf(network))
  const [account] = await findAssociatedTokenPda({
    mint: toAddress(mint),
    owner: toAddress(owner),
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
  })
  try {
    const { value } = await rpc.getTokenAccountBalance(account).send()
    return BigInt(value.amount)
  } catch (error) {
    // A wallet that was never paid in this token has no account for it.
    if (isSolanaError(error, SOLANA_ERROR__JSON_RPC__INVALID_PARAMS)) return 0n
    throw error
  }
}
