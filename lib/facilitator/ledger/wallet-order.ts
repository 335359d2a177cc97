import type { SignedTransaction } from '@/lib/base/chains/settlement/settlement-chain'
import type { Database } from '@/lib/base/infra/database'

type Wallet = { network: string; wallet: string }

/**
 * True if only that holder may raise the fee of the transaction at that nonce now: it is the wallet's lowest open one,
 * and no other holder's turn is still running. Later transactions only need this one to land.
 */
export async function takeTurnToRaise(
  database: Database,
  { network, wallet, nonce, holder, forMs }: Wallet & { nonce: bigint; holder: string; forMs: number },
): Promise<boolean> {
  // Times are the database's own: the clocks of instances differ.
  const moved = await database.$executeRaw`
    UPDATE gas_wallets SET raised_by = ${holder}::uuid, raised_until = now() + ${forMs} * interval '1 millisecond'
    WHERE network = ${network} AND address = ${wallet}
      AND (raised_by IS NULL OR raised_by = ${holder}::uuid OR raised_until < now())
      AND NOT EXISTS (
        SELECT 1 FROM settlement_transactions
        WHERE network = ${network} AND wallet = ${wallet} AND state = 'open' AND nonce < ${nonce}::bigint
      )`
  return moved > 0
}

/**
 * Nonces that were given out and that no stored transaction has, from the one that the chain waits for: transactions
 * sent from this wallet elsewhere were counted once and have vanished since. Everything behind them waits.
 */
export async function listMissingNonces(
  database: Database,
  { network, wallet, chainNonce }: Wallet & { chainNonce: bigint },
): Promise<bigint[]> {
  const rows = await database.$queryRaw<{ nonce: bigint }[]>`
    SELECT n::bigint AS nonce FROM gas_wallets AS w, generate_series(${chainNonce}::bigint, w.next_nonce - 1) AS n
    WHERE w.network = ${network} AND w.address = ${wallet}
      AND NOT EXISTS (
        SELECT 1 FROM settlement_transactions AS t WHERE t.network = w.network AND t.wallet = w.address AND t.nonce = n
      )
    ORDER BY n LIMIT 20`
  return rows.map((row) => row.nonce)
}

/** Stores a transaction at a nonce that was given out before. False when another instance did so first. */
export async function storeAtMissingNonce(
  database: Database,
  { id, network, wallet, nonce, signed }: Wallet & { id: string; nonce: bigint; signed: SignedTransaction },
): Promise<boolean> {
  const stored = await database.$executeRaw`
    INSERT INTO settlement_transactions (id, network, wallet, nonce, hash, raw, state, created_at)
    VALUES (${id}::uuid, ${network}, ${wallet}, ${nonce}::bigint, ${signed.hash}, ${signed.raw}, 'open', now())
    ON CONFLICT (network, wallet, nonce) DO NOTHING`
  return stored > 0
}
