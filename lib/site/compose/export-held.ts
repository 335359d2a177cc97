import type { Database } from '@/lib/base/infra/database'
import { type HeldKind, writeHeld } from '@/lib/base/infra/held'
import type { ProvenWallet } from '@/lib/base/x402/proven-wallet'
import { heldInCatalog } from '@/lib/bazaar/ingest/held-in-catalog'
import { heldSettlements } from '@/lib/facilitator/ledger/held-settlements'
import { heldAccount } from '@/lib/gate/sign-in/held-account'
import { listOwnWallets } from '@/lib/gate/sign-in/list-wallets-of'
import { heldPayments } from '@/lib/payments/held-payments'
import { heldInShops, heldShop } from '@/lib/shop/sellers/held-shop'

/** An export reads whole tables, so a process reads one at a time. One that is not read on loses its turn. */
let turn: { of: object; until: number } | null = null
const TURN_MS = 30_000

const isOthersTurn = (parts?: object): boolean => turn !== null && turn.of !== parts && Date.now() < turn.until

/**
 * All that the database holds about a wallet and its account, as JSON in parts; null while another export is read.
 * `accountId` is null for a wallet that has none. Stored contents and secrets are left out.
 */
export function exportHeld(
  database: Database,
  { wallet, accountId, now }: { wallet: ProvenWallet; accountId: string | null; now: Date },
): ReadableStream<Uint8Array> | null {
  if (isOthersTurn()) return null
  const kinds: HeldKind[] = [
    ...heldPayments(wallet),
    ...heldSettlements(wallet),
    ...heldInCatalog(wallet),
    ...heldInShops(wallet),
    ...(accountId === null ? [] : [...heldAccount(accountId), ...heldShop(accountId)]),
  ]
  const head = { wallet: wallet.address, scope: wallet.scope, at: now.toISOString() }
  const parts = writeHeld(database, head, kinds)
  const encoder = new TextEncoder()
  const free = () => {
    if (turn?.of === parts) turn = null
  }
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    if (isOthersTurn(parts)) throw new Error('Another export is being read.')
    turn = { of: parts, until: Date.now() + TURN_MS }
    const next = await parts.next().catch((error: unknown) => {
      free()
      throw error
    })
    if (!next.done) return controller.enqueue(encoder.encode(next.value))
    free()
    controller.close()
  }
  // Begins when it is read, so that one that nobody reads (after HEAD or a broken connection) takes no turn.
  return new ReadableStream<Uint8Array>({ pull, cancel: free }, { highWaterMark: 0 })
}

/** The wallet of an account by its address, in any spelling; null where it is no wallet of that account. */
export async function findOwnWallet(
  database: Database,
  accountId: string,
  address: string,
): Promise<ProvenWallet | null> {
  const wallets = await listOwnWallets(database, accountId)
  return wallets.find((wallet) => wallet.address.toLowerCase() === address.toLowerCase()) ?? null
}
