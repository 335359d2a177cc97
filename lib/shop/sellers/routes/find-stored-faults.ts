import { LRUCache } from 'lru-cache'
import type { Faults } from '../input-refused-error'
import { findPriceProblems } from './check-route'
import { type DeclaredRoute, findDeclarationFaults } from './find-declaration-faults'
import type { RouteSettings } from './route-input'

type StoredRow = Omit<DeclaredRoute, 'settings'> & { id: string; revision: number; settings: RouteSettings }

/** A row does not change without its revision. */
const known = new LRUCache<string, Faults>({ max: 5_000 })

/**
 * What keeps a stored route from being saved as it is, of what all sellers share and of its price, by field. Only rows from
 * before a rule have any: documents leave them out, and their sellers are told.
 */
export function findStoredFaults(row: StoredRow): Faults {
  const key = `${row.id} ${row.revision}`
  const faults = known.get(key) ?? { ...findPriceProblems(row.settings), ...findDeclarationFaults(row) }
  known.set(key, faults)
  return faults
}
