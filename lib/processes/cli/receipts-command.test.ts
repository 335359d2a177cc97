import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { receiptsCommand } from './receipts-command'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpike-receipts-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

const settled = { at: '2026-05-01T12:00:00Z', event: 'settled', url: 'https://a.example/x', network: 'eip155:84532' }

it('shows receipts whatever a seller said that it took', async () => {
  const entries = ['100000', 'abc', '-1', '9'.repeat(100), 5].map((amount) => ({ ...settled, amount }))
  writeFileSync(join(folder, 'payments.jsonl'), entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
  const lines: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  expect(await receiptsCommand([], { TURNPIKE_HOME: folder } as never)).toBe(0)
  expect(lines).toHaveLength(5)
  expect(lines.at(-1)).toContain('paid 0.10 USDC on Base Sepolia')
  expect(lines[0]).toContain('UTC  paid on Base Sepolia')
})
