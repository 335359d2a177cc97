import { expect, it } from 'vitest'
import type { Sql } from '@/lib/base/infra/database'
import { deliver } from './deliver'
import type { Gate, OpenedRequest } from './gate'

it.each([
  ['delivered', 3, (response: Response) => response.text()],
  ['given up', 1, (response: Response) => response.body?.cancel()],
])('notes that content was %s once the database is back; its lease lasts %i tries', async (_how, tries, read) => {
  const statements: string[] = []
  const run = async ({ text }: Sql) => {
    statements.push(text)
    if (statements.length <= 2) throw new Error('The database is away.')
    return []
  }
  const database = { execute: run, rows: run }
  const errors: unknown[] = []
  /** Tries until the lease was released. */
  const released: number[] = []
  const leases = { hold: () => () => released.push(statements.length) }
  const gate = { database, leases, log: { error: (fault: unknown) => errors.push(fault) } }
  const opened = { isHead: false, request: new Request('http://localhost/x'), route: { config: {} } }
  const delivery = {
    paymentId: '1',
    leaseToken: '2',
    response: { success: true, transaction: '0x1', network: 'eip155:84532' as const },
    extensionResponses: null,
  }
  const answer = { status: 200, headers: [], body: new TextEncoder().encode('paid'), rest: null }
  // The parts of a gate and a request that delivery uses.
  await read(await deliver(gate as unknown as Gate, opened as unknown as OpenedRequest, delivery, answer as never))
  await expect.poll(() => statements.length).toBe(3)
  expect(errors).toHaveLength(2)
  await expect.poll(() => released).toEqual([tries])
  expect(new Set(statements).size).toBe(1)
})
