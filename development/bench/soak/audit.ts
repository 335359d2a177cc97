import { createSolanaRpc, signature } from '@solana/kit'
import { createPublicClient, http, parseAbiItem } from 'viem'
import { assetOf } from '@/lib/base/chains/assets'
import { type Database, sql } from '@/lib/base/infra/database'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import {
  type AuditFinding,
  auditContents,
  type LedgerPayment,
  type LedgerSettlement,
  type Seen,
} from './audit-contents'
import type { SoakWorld } from './soak-world'

/** Compares chain, facilitator's ledger, gate's ledger, entitlements and the buyers' records. */
export async function audit(world: SoakWorld, seen: Seen) {
  const payments = await readPayments(world.database)
  const settlements = await readSettlements(world.database)
  const chain = await readEvmChain(world, settlements)
  const contents = auditContents(seen, { payments, settlements })
  const findings = [
    ...chain,
    ...compareLedgers(payments, settlements),
    ...contents.findings,
    ...(await compareEntitlements(world.database)),
    ...(await compareSolana(world, settlements)),
  ]
  return { ...contents, findings, counts: countStates(payments, settlements) }
}

const readPayments = (database: Database) =>
  database.rows<LedgerPayment>(sql`
  SELECT id::text, authorization_key, network, status, reason, settled_atomic::text AS settled, delivered_at,
         transaction, entitlement_uri FROM payments`)

const readSettlements = (database: Database) =>
  database.rows<LedgerSettlement>(sql`
  SELECT key, network, payer, pay_to, state, settle_amount_atomic::text AS amount, transaction FROM settlements`)

/** Every use of an authorization on the EVM chain has its settled row, with that amount, and vice versa. */
async function readEvmChain({ devnet }: SoakWorld, settlements: LedgerSettlement[]): Promise<AuditFinding[]> {
  const client = createPublicClient({ transport: http(devnet.evmRpcUrl, { maxResponseBodySize: false }) })
  const address = assetOf(BASE_SEPOLIA)?.address as `0x${string}`
  const range = { address, fromBlock: 0n, toBlock: 'latest' } as const
  const transfers = await client.getLogs({
    ...range,
    event: parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)'),
  })
  const moved = new Map<string, bigint>()
  for (const { args, transactionHash } of transfers) {
    const place = `${transactionHash} ${args.from} ${args.to}`.toLowerCase()
    moved.set(place, (moved.get(place) ?? 0n) + (args.value ?? 0n))
  }
  const payees = new Set(settlements.map(({ pay_to }) => pay_to.toLowerCase()))
  const payers = new Set(settlements.map(({ payer }) => payer.toLowerCase()))
  const findings: AuditFinding[] = []
  for (const { network, payer, pay_to, state, amount, transaction } of settlements) {
    if (network !== BASE_SEPOLIA || state !== 'settled') continue
    const place = `${transaction} ${payer} ${pay_to}`.toLowerCase()
    const rest = (moved.get(place) ?? 0n) - BigInt(amount ?? 0)
    if (rest < 0n) findings.push({ kind: 'settled but not on chain', detail: place })
    moved.set(place, rest)
  }
  for (const [place, rest] of moved) {
    const [, from = '', to = ''] = place.split(' ')
    if (rest > 0n && payees.has(to) && payers.has(from)) {
      findings.push({ kind: 'moved on chain but not in the ledger', detail: `${rest} ${place}` })
    }
  }
  return findings
}

/** Payments that the gate calls settled are settled in the facilitator's ledger for the same amount; none is open. */
function compareLedgers(payments: LedgerPayment[], settlements: LedgerSettlement[]): AuditFinding[] {
  const byKey = new Map(settlements.map((row) => [row.key, row]))
  const open = new Set(['claimed', 'settling', 'unknown'])
  return [
    ...payments.flatMap((payment): AuditFinding[] => {
      const { authorization_key: key, status, settled } = payment
      const row = byKey.get(key)
      const detail = JSON.stringify({ payment, row })
      if (open.has(status)) return [{ kind: 'payment left open', detail }]
      if (status === 'settled' && row?.state !== 'settled') return [{ kind: 'settled only at the gate', detail }]
      if (status === 'settled' && row?.amount !== settled) return [{ kind: 'amounts differ', detail }]
      if (status !== 'settled' && status !== 'spent_zero' && row?.state === 'settled' && !payment.reason) {
        return [{ kind: 'charged without a word at the gate', detail }]
      }
      return []
    }),
    ...settlements
      .filter(({ state }) => open.has(state))
      .map((row) => ({ kind: 'settlement left open', detail: JSON.stringify(row) })),
  ]
}

async function compareEntitlements(database: Database): Promise<AuditFinding[]> {
  const missing = await database.rows<{ id: string }>(sql`
    SELECT p.id::text FROM payments AS p WHERE p.status = 'settled' AND p.entitlement_uri IS NOT NULL AND p.right_ended_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM entitlements AS e WHERE e.address_identity = p.payer_identity
        AND e.resource_uri = p.entitlement_uri AND e.network = p.network)`)
  const unpaid = await database.rows<{ resource_uri: string }>(sql`
    SELECT e.resource_uri FROM entitlements AS e
    LEFT JOIN payments AS p ON p.id::text = e.payment_id WHERE p.status IS DISTINCT FROM 'settled'`)
  return [
    ...missing.map(({ id }) => ({ kind: 'paid but not entitled', detail: id })),
    ...unpaid.map(({ resource_uri }) => ({ kind: 'entitled but not paid', detail: resource_uri })),
  ]
}

/** Each Solana signature that the ledger calls settled is on the chain without an error, and no two rows share one. */
async function compareSolana({ devnet }: SoakWorld, settlements: LedgerSettlement[]): Promise<AuditFinding[]> {
  const settled = settlements.filter((row) => row.network === SOLANA_DEVNET && row.state === 'settled')
  const findings: AuditFinding[] = []
  const rpc = createSolanaRpc(devnet.svmRpcUrl)
  for (const { transaction, key } of settled) {
    const found = await rpc.getTransaction(signature(transaction ?? ''), { encoding: 'json' }).send()
    if (!found || found.meta?.err) findings.push({ kind: 'settled but not on chain', detail: `${key} ${transaction}` })
  }
  return findings
}

function countStates(payments: LedgerPayment[], settlements: LedgerSettlement[]): Record<string, number> {
  const counts: Record<string, number> = {}
  const count = (name: string) => (counts[name] = (counts[name] ?? 0) + 1)
  for (const { status, reason } of payments) count(`payment ${status}${reason ? ` (${reason})` : ''}`)
  for (const { state } of settlements) count(`settlement ${state}`)
  return counts
}
