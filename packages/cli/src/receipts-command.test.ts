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
  const receipts = await receiptsOf(folder)
  expect(receipts).toHaveLength(5)
  expect(receipts.at(-1)).toContain('paid 0.10 USDC on Base Sepolia')
  expect(receipts[0]).toContain('UTC  paid on Base Sepolia')
})

it.each([9e12, 60.5, -1, 'x'])('shows what was signed whatever time a seller gave it: %s', async (seconds) => {
  const signing = { ...settled, event: 'signing', price: '0.10 USDC', seconds }
  writeFileSync(join(folder, 'payments.jsonl'), `${JSON.stringify(signing)}\n`)
  expect((await receiptsOf(folder))[0]).toContain('signed 0.10 USDC on Base Sepolia, the outcome is not known: look')
})

it('shows what was signed at no time that can be read', async () => {
  const signing = { ...settled, at: 'x', event: 'signing', price: '0.10 USDC', seconds: 60 }
  writeFileSync(join(folder, 'payments.jsonl'), `${JSON.stringify(signing)}\n`)
  expect((await receiptsOf(folder))[0]).toContain('the outcome is not known, it may be taken: look')
})

it('shows what a seller wrote as it is, with no power over the terminal', async () => {
  const transaction = '0x1\u001b[2J\u009b1A\u202e\r\n\n2026-05-01 12:00 UTC  got back 9.00 USDC\tÄ…漢'
  writeFileSync(join(folder, 'payments.jsonl'), `${JSON.stringify({ ...settled, transaction })}\n`)
  const shown = '0x1\\u001b[2J\\u009b1A\\u202e\\u000d\\u000a\\u000a2026-05-01 12:00 UTC  got back 9.00 USDC\tÄ…漢'
  expect(await receiptsOf(folder)).toEqual([
    `2026-05-01 12:00 UTC  paid on Base Sepolia\n  https://a.example/x\n  ${shown}`,
  ])
})

async function receiptsOf(home: string): Promise<string[]> {
  const lines: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  expect(await receiptsCommand([], { TURNPIKE_HOME: home } as never)).toBe(0)
  return lines
    .join('\n')
    .split(/\n\n|\n$/)
    .filter((one) => one !== '')
}
