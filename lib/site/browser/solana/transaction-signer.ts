import {
  assertIsTransactionWithinSizeLimit,
  getTransactionDecoder,
  getTransactionEncoder,
  type Transaction,
  type TransactionModifyingSigner,
  type TransactionWithLifetime,
  address as toAddress,
} from '@solana/kit'
import type { WalletContextState } from '@solana/wallet-adapter-react'
import { VersionedTransaction } from '@solana/web3.js'
import { askSolanaWallet } from '../border/solana-answers'

/**
 * A browser wallet as the signer that payments are built with. Wallets may add instructions that protect their holder,
 * so its transaction is used unchanged; the facilitator checks it like any other payment.
 */
export function transactionSignerOf(
  { signTransaction }: Pick<WalletContextState, 'signTransaction'>,
  address: string,
): TransactionModifyingSigner {
  return {
    address: toAddress(address),
    modifyAndSignTransactions: async (transactions) => {
      if (!signTransaction) throw new Error('This wallet cannot sign transactions. Choose another one.')
      return Promise.all(transactions.map((transaction) => signWith(signTransaction, transaction)))
    },
  }
}

type SignTransaction = NonNullable<WalletContextState['signTransaction']>

async function signWith(sign: SignTransaction, transaction: Transaction | (Transaction & TransactionWithLifetime)) {
  const bytes = new Uint8Array(getTransactionEncoder().encode(transaction))
  const signed = await askSolanaWallet(() => sign(VersionedTransaction.deserialize(bytes)))
  const decoded = getTransactionDecoder().decode(signed.serialize())
  if (!('lifetimeConstraint' in transaction)) throw new Error('Expected a transaction with a lifetime.')
  const whole = { ...decoded, lifetimeConstraint: transaction.lifetimeConstraint }
  assertIsTransactionWithinSizeLimit(whole)
  return whole
}
