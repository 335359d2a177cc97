import {
  createSolanaRpc,
  isSolanaError,
  SOLANA_ERROR__JSON_RPC__INVALID_PARAMS,
  address as toAddress,
} from '@solana/kit'
import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { createSvmWallet } from '@/lib/client/svm-wallet'
import { askSolanaWallet, readSolanaSignature } from '../border/solana-answers'
import { type ConnectedWallet, rpcUrlOf } from '../browser-wallet'
import type { SolanaAccount, SolanaWallet } from './standard-wallet'
import { transactionSignerOf } from './transaction-signer'

/** A connected Solana wallet. It has no network of its own: the transaction names one. */
export function openSolanaWallet(name: string, { features }: SolanaWallet, account: SolanaAccount): ConnectedWallet {
  const { address } = account
  const signing = features['solana:signMessage']
  const signMessage = async (message: Uint8Array) => {
    const signed = await askSolanaWallet(async () => signing?.signMessage({ account, message }))
    return readSolanaSignature(signed?.[0])
  }
  return {
    status: 'connected',
    id: name,
    name,
    address,
    isOn: () => true,
    switchTo: async () => {},
    readBalance: (network, asset) => readTokenBalance(network, { mint: asset, owner: address }),
    toPayer: async (network) =>
      createSvmWallet({
        signer: transactionSignerOf(features['solana:signTransaction'], account, network),
        messageSigner: signing ? { publicKey: address, signMessage } : null,
        networks: [network],
        rpcUrls: { [network]: rpcUrlOf(network) },
      }),
    canSignMessages: signing !== undefined,
    depositor: null,
    sendTokens: null,
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
