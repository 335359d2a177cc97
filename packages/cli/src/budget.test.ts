import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { PaymentRequirements } from '@/lib/base/x402/wire'
import { openBudget } from './budget'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpike-budget-'))
  file = join(folder, 'kept', 'budget.jsonl')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const intent = (amount: string, decimals = 6) => ({
  requirements: { amount } as PaymentRequirements, // Nothing else of it is read.
  decimals,
  price: `${amount} units`,
})

const sign = async (amount: string, decimals?: number) => {
  const call = openBudget(file).openCall('http://seller.example/x')
  const refusal = await call.approve(intent(amount, decimals))
  if (refusal === null) await call.onSigned()
  await call.close()
  return refusal
}

it('allows one dollar for a call, and no limit in all, until it is set', async () => {
  expect(await openBudget(file).read()).toEqual({ perCall: '$1', total: null, spent: '$0.00' })
})

it.each([
  ['up to the total', '$0.003', ['1000', '2000'], [null, null]],
  ['not a unit more', '$0.003', ['1000', '2001'], [null, expect.stringContaining('$0.001 of $0.003 was signed')]],
])('S-27: signs %s', async (_name, total, amounts, outcomes) => {
  await openBudget(file).set({ perCall: '$1', total })
  const refusals: (string | null)[] = []
  for (const amount of amounts) refusals.push(await sign(amount))
  expect(refusals).toEqual(outcomes)
})

it('S-27: holds for calls at once, of any number of programs', async () => {
  await openBudget(file).set({ perCall: '$1', total: '$0.005' })
  const refusals = await Promise.all(Array.from({ length: 40 }, () => sign('1000')))
  const signed = refusals.filter((refusal) => refusal === null).length
  // Two that are refused may each have counted the other: fewer than the total is safe, more is not.
  expect(signed).toBeGreaterThan(0)
  expect(signed).toBeLessThanOrEqual(5)
  expect((await openBudget(file).read()).spent).toBe(`$0.00${signed}`)
})

it('counts before it is signed: a kill in between leaves it counted', async () => {
  await openBudget(file).set({ perCall: '$1', total: '$0.001' })
  expect(await openBudget(file).openCall('http://seller.example/x').approve(intent('1000'))).toBeNull()
  expect(await sign('1')).toContain('Nothing was paid')
})

it('takes off what was not signed after all', async () => {
  await openBudget(file).set({ perCall: '$1', total: '$0.001' })
  const call = openBudget(file).openCall('http://seller.example/x')
  expect(await call.approve(intent('1000'))).toBeNull()
  await call.close()
  await expect(call.onSigned()).rejects.toThrow('The call has ended')
  expect(await sign('1000')).toBeNull()
})

it('counts from zero when it is set again, and fractions of a micro-dollar as whole ones', async () => {
  await openBudget(file).set({ perCall: '$1', total: '$0.001' })
  expect(await sign('1000')).toBeNull()
  await openBudget(file).set({ perCall: '$1', total: '$0.001' })
  expect(await sign('999000000000001', 18)).toBeNull()
  expect(await sign('1')).toContain('$0.001 of $0.001')
})

it('pays nothing by a file that cannot be read', async () => {
  await openBudget(file).set({ perCall: '$1', total: '$1' })
  appendFileSync(file, '{"claim":')
  await expect(sign('1')).rejects.toThrow('so nothing is paid')
  expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(3)
})
