import { z } from 'zod'
import { DomainError } from '@/lib/base/infra/domain-error'
import type { CatalogEntry } from '@/lib/base/infra/generated/prisma/client'
import { jsonObjectIn } from '@/lib/base/x402/header-codec'
import { familyOf } from '@/lib/base/x402/networks'
import { sanitizeResourceInfo } from '@/lib/base/x402/resource-info'
import { payToIdentity } from '../entry/entry-key'
import { cutText } from '../entry/sanitise'
import type { CatalogDeps } from '../ports'
import { inTransaction } from './catalog-sql'
import { indexDocuments } from './index-documents'

const MAX_AGE_MS = 5 * 60_000
const CLOCK_SKEW_MS = 30_000

export const ownerInput = z.object({
  action: z.enum(['refresh', 'delist', 'relist', 'correct']),
  key: z.string().min(1).max(3_000),
  issuedAt: z.string().datetime(),
  /** New values, only for `correct`; the text of this JSON is part of what is signed. */
  changes: z.string().max(4_000).optional(),
  network: z.string().max(100),
  address: z.string().max(128),
  signature: z.string().max(20_000),
})

type OwnerInput = z.infer<typeof ownerInput>
export type OwnerAction = Pick<OwnerInput, 'action' | 'key' | 'issuedAt' | 'changes'>

const changesSchema = z
  .object({
    description: z.string().max(4_000).optional(),
    serviceName: z.string().optional(),
    tags: z.array(z.string()).optional(),
    iconUrl: z.string().optional(),
  })
  .strict()

/** Text that the payTo wallet signs (EIP-191, or ed25519 over its bytes). Valid only for the site it names. */
export function ownerMessage(publicOrigin: string, { action, key, issuedAt, changes }: OwnerAction): string {
  const lines = [
    `${publicOrigin} bazaar: ${action} a listing that pays this wallet.`,
    '',
    `Listing: ${key}`,
    `Issued At: ${issuedAt}`,
  ]
  return (changes === undefined ? lines : [...lines, `Changes: ${changes}`]).join('\n')
}

/**
 * Lets the wallet that an entry pays refresh, correct, delist or list it again, with effect at once. A signed message
 * works once and for five minutes. Throws `OWNER_PROOF_INVALID`, `ENTRY_NOT_FOUND` or `LISTING_SUSPENDED`.
 */
export async function applyOwnerAction(deps: CatalogDeps, input: unknown): Promise<{ key: string; status: string }> {
  const parsed = ownerInput.safeParse(input)
  if (!parsed.success)
    throw new DomainError(
      'INVALID_BODY',
      `Expected action, key, issuedAt, network, address and signature: ${parsed.error.issues[0]?.path.join('.')} is invalid.`,
    )
  const action = parsed.data
  const now = deps.clock()
  const entry = await deps.database.catalogEntry.findUnique({ where: { key: action.key }, include: { options: true } })
  if (!entry)
    throw new DomainError('ENTRY_NOT_FOUND', 'No listing has this key. Take it from metadata.turnpike.key of the list.')
  requireFresh(action.issuedAt, now)
  const owns = entry.options.some(
    ({ network, payTo }) =>
      network === action.network &&
      payTo !== null &&
      payToIdentity(network, payTo) === payToIdentity(network, action.address),
  )
  if (!owns) throw new DomainError('OWNER_PROOF_INVALID', 'The listing does not pay this address on this network.')
  await requireSignature(deps, action)
  const { key, toolName } = entry
  if (action.action === 'relist' && (await deps.sellers?.isSuspended({ key, toolName })))
    throw new DomainError('LISTING_SUSPENDED', 'Those who run this site have suspended this listing.')
  const update = toUpdate(action, now)
  await inTransaction(deps.database, async (tx) => {
    const ownerActedAt = new Date(action.issuedAt)
    const isNewer = { OR: [{ ownerActedAt: null }, { ownerActedAt: { lt: ownerActedAt } }] }
    const { count } = await tx.catalogEntry.updateMany({
      where: { id: entry.id, ...isNewer },
      data: { ...update, ownerActedAt },
    })
    if (count === 0)
      throw new DomainError('OWNER_PROOF_INVALID', 'This message, or a later one, was used before. Sign a new one.')
    const status = update.status ?? entry.status
    await deps.sellers?.recordAct(tx, {
      key,
      toolName,
      wallet: action.address,
      at: now,
      before: { status: entry.status },
      after: { action: action.action, status, ...(action.changes === undefined ? {} : { changes: action.changes }) },
    })
    await indexDocuments(tx, [entry.id], now)
  })
  return { key: entry.key, status: update.status ?? entry.status }
}

function requireFresh(issuedAt: string, now: Date): void {
  const age = now.getTime() - Date.parse(issuedAt)
  if (age > MAX_AGE_MS || age < -CLOCK_SKEW_MS)
    throw new DomainError('OWNER_PROOF_INVALID', 'The message must have been issued within the last five minutes.')
}

async function requireSignature({ verifyMessage, publicOrigin }: CatalogDeps, action: OwnerInput): Promise<void> {
  const family = familyOf(action.network)
  if (family !== 'evm' && family !== 'svm')
    throw new DomainError('OWNER_PROOF_INVALID', 'Only EVM and Solana wallets can sign for a listing.')
  const verdict = await verifyMessage({
    type: family === 'evm' ? 'eip191' : 'ed25519',
    chainId: action.network,
    address: action.address,
    message: ownerMessage(publicOrigin, action),
    signature: action.signature,
  })
  if (!verdict.valid)
    throw new DomainError('OWNER_PROOF_INVALID', 'The signature is not one of this address over the expected message.')
}

type EntryUpdate = Partial<
  Pick<CatalogEntry, 'status' | 'nextProbeAt' | 'lastUpdatedAt' | 'description' | 'serviceName' | 'tags' | 'iconUrl'>
>

function toUpdate(action: OwnerInput, now: Date): EntryUpdate {
  if (action.action === 'delist') return { status: 'delisted', lastUpdatedAt: now }
  if (action.action === 'relist') return { status: 'listed', nextProbeAt: now, lastUpdatedAt: now }
  if (action.action === 'refresh') return { nextProbeAt: now, lastUpdatedAt: now }
  const { description, ...metadata } = parseChanges(action.changes)
  return {
    lastUpdatedAt: now,
    ...(description !== undefined && { description: cutText(description, 4_000) }),
    ...sanitizeResourceInfo(metadata),
  }
}

function parseChanges(text: string | undefined): z.infer<typeof changesSchema> {
  const parsed = changesSchema.safeParse(jsonObjectIn(text ?? ''))
  if (!parsed.success)
    throw new DomainError('INVALID_BODY', 'changes must be JSON with any of description, serviceName, tags, iconUrl.')
  return parsed.data
}
