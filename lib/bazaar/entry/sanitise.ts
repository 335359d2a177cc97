import { cleanText } from '@/lib/base/x402/clean-text'
import { isRecord } from '@/lib/base/x402/header-codec'

/** Plain text of at most `maxLength` characters, or null when nothing is left. Markup stays text. */
export function cutText(value: unknown, maxLength: number): string | null {
  if (typeof value !== 'string') return null
  const cut = [...cleanText(value.slice(0, maxLength * 2)).trim()].slice(0, maxLength).join('')
  return cut === '' ? null : cut
}

const BOUNDS = { maxDepth: 12, maxNodes: 2_000, maxText: 2_000 }

/**
 * A copy of a JSON object that is bounded in depth, size and text length, or null when it is no object or exceeds the
 * bounds. Nothing is compiled or run; keys with a meaning for JavaScript objects are left out.
 */
export function cleanObject(value: unknown): Record<string, unknown> | null {
  if (!isRecord(value)) return null
  const budget = { nodes: BOUNDS.maxNodes }
  const copy = copyRecord(value, 0, budget)
  return budget.nodes < 0 ? null : copy
}

const UNSAFE_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

/** A budget below zero means that the bounds are exceeded; nothing more is copied then. */
type NodeBudget = { nodes: number }

function copyValue(value: unknown, depth: number, budget: NodeBudget): unknown {
  if (depth > BOUNDS.maxDepth) budget.nodes = 0
  budget.nodes -= 1
  if (budget.nodes < 0) return null
  if (typeof value === 'string') return cutText(value, BOUNDS.maxText) ?? ''
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'boolean' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => copyValue(item, depth + 1, budget))
  return isRecord(value) ? copyRecord(value, depth, budget) : null
}

function copyRecord(value: Record<string, unknown>, depth: number, budget: NodeBudget): Record<string, unknown> {
  const members = Object.entries(value).flatMap(([rawKey, item]) => {
    const key = cutText(rawKey, 200)
    return key === null || UNSAFE_KEYS.has(key) ? [] : [[key, copyValue(item, depth + 1, budget)] as const]
  })
  return Object.fromEntries(members)
}
