import {
  assertIsTransactionWithinSizeLimit,
  getTransactionDecoder,
  getTransactionEncoder,
  type Transaction,
  type TransactionModifyingSigner,
  type TransactionWithLifetime,
  address as toAddress,
} from '@solana/kit'
import type { StandardWalletAdapter } from '@solana/wallet-adapter-base'
import { SOLANA_DEVNET, SOLANA_MAINNET } from '@/lib/base/x402/networks'
import { readSvmBalance } from '@/lib/client/read-svm-balance'
import { createSvmWallet } from '@/lib/client/svm-wallet'
import { askSolanaWallet, readSolanaSignature } from '../border/solana-answers'
import { type ConnectedWallet, rpcUrlOf } from '../browser-wallet'

type StandardWallet = StandardWalletAdapter['wallet']
type SolanaAccount = StandardWallet['accounts'][number]
type FeatureOf<Name extends string> = Extract<StandardWallet['features'], Record<Name, unknown>>[Name]

/** The parts of a Wallet Standard wallet for Solana that this site uses. */
export type SolanaWallet = {
  features: {
    'solana:signTransaction': FeatureOf<'solana:signTransaction'>
    'solana:signMessage'?: FeatureOf<'solana:signMessage'>
  }
}

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
    readBalance: (network, asset) => readSvmBalance(asset, address, rpcUrlOf(network)),
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

/**
 * A browser wallet as the signer that payments are built with. Wallets may add instructions that protect their holder,
 * so its transaction is used unchanged; the facilitator checks it like any other payment.
 */
function transactionSignerOf(
  { signTransaction }: FeatureOf<'solana:signTransaction'>,
  account: SolanaAccount,
  network: string,
): TransactionModifyingSigner {
  const chain = account.chains.find((each) => each === chainNames[network])
  const sign = async (transaction: Transaction | (Transaction & TransactionWithLifetime)) => {
    const bytes = new Uint8Array(getTransactionEncoder().encode(transaction))
    const order = { account, transaction: bytes, ...(chain && { chain }) }
    const [signed] = await askSolanaWallet(() => signTransaction(order))
    if (!signed) throw new Error('The wallet returned no transaction.')
    if (!('lifetimeConstraint' in transaction)) throw new Error('Expected a transaction with a lifetime.')
    const decoded = getTransactionDecoder().decode(signed.signedTransaction)
    const whole = { ...decoded, lifetimeConstraint: transaction.lifetimeConstraint }
    assertIsTransactionWithinSizeLimit(whole)
    return whole
  }
  return {
    address: toAddress(account.address),
    modifyAndSignTransactions: (transactions) => Promise.all(transactions.map(sign)),
  }
}

/** The Wallet Standard's names of CAIP-2 networks. */
const chainNames: Record<string, `solana:${string}`> = {
  [SOLANA_MAINNET]: 'solana:mainnet',
  [SOLANA_DEVNET]: 'solana:devnet',
}
