import { expect, it } from 'vitest'
import { refundBoth } from './channel-scheme'

const gives = (amount: string, transaction: string) => async () => ({
  success: true,
  transaction,
  network: 'eip155:84532' as const,
  amount,
})
const fails = (reason: string) => async () => Promise.reject(new Error(reason))

it('gives back the rest of both channels with a seller', async () => {
  expect(await refundBoth([gives('9900', '0x1'), gives('9800', '0x2')])).toMatchObject({
    amount: '19700',
    transaction: '0x1',
  })
})

it('gives back the rest of the one that has any', async () => {
  expect(await refundBoth([fails('empty'), gives('9800', '0x2')])).toMatchObject({ amount: '9800', transaction: '0x2' })
  expect(await refundBoth([gives('9900', '0x1'), fails('unknown')])).toMatchObject({ amount: '9900' })
})

it('counts no amount that is no number', async () => {
  expect(await refundBoth([gives('a lot', '0x1'), gives('9800', '0x2')])).toMatchObject({ amount: '9800' })
})

it('ends like the first where neither has any', async () => {
  await expect(refundBoth([fails('empty'), fails('unknown')])).rejects.toThrow('empty')
})
