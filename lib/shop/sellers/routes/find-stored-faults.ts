import { LRUCache } from 'lru-cache'
import type { Faults } from '../input-refused-error'
import { type DeclaredRoute, findDeclarationFaults, findPriceProblems } from './check-route'
import type { RouteSettings } from './route-input'

type StoredRow = Omit<DeclaredRoute, 'settings'> & { id: string; revision: number; settings: RouteSettings }

/** Rows never change without their revision. */
const known = new LRUCache<string, Faults>({ max: 5_000 })

/**
 * Faults by field that would keep a stored route from being saved again: in what all sellers share, and in its price.
 * Only rows from before a rule have any: documents leave them out, and their sellers are told.
 */
export function findStoredFaults(row: StoredRow): Faults {
  const key = `${row.id} ${row.revision}`
  const faults = known.get(key) ?? { ...findPriceProblems(row.settings), ...findDeclarationFaults(row) }
  known.set(key, faults)
  return faults
}
