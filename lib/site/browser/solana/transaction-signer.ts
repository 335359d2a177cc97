import {
  assertIsTransactionWithinSizeLimit,
  getTransactionDecoder,
  getTransactionEncoder,
  type Transaction,
  type TransactionModifyingSigner,
  type TransactionWithLifetime,
  address as toAddress,
} from '@solana/kit'
import { SOLANA_DEVNET, SOLANA_MAINNET } from '@/lib/base/x402/networks'
import { askSolanaWallet } from '../border/solana-answers'
import type { SolanaAccount, SolanaWallet } from './standard-wallet'

type Signing = SolanaWallet['features']['solana:signTransaction']

/**
 * A browser wallet as the signer that payments are built with. Wallets may add instructions that protect their holder,
 * so its transaction is used unchanged; the facilitator checks it like any other payment.
 */
export function transactionSignerOf(
  { signTransaction }: Signing,
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
const chainNames: Record<string, string> = {
  [SOLANA_MAINNET]: 'solana:mainnet',
  [SOLANA_DEVNET]: 'solana:devnet',
}
