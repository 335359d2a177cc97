import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { channelTerms } from '@/development/testing/channel-buyer'
import { openFacilitatorWorld } from '@/development/testing/facilitator-world'
import { signEvmPayment } from '@/lib/base/chains/testing/signed-payments'
import { openChannel } from '@/lib/channels/testing/signed-channels'
import { openScreen, parseListed } from './screen-parties'

const folder = mkdtempSync(join(tmpdir(), 'turnpike-screen-'))
const file = join(folder, 'listed.txt')
const lines: unknown[] = []
const note = (facts: unknown) => void lines.push(facts)
const log = { info: note, warn: note, error: note }
let time = 0

const world = await openFacilitatorWorld()
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await world.close()
})

async function payment(payTo: string) {
  const payer = await world.newEvmPayer()
  const paymentRequirements = world.requirements({ price: '$0.01', payTo })
  return { payer: payer.address, paymentPayload: await signEvmPayment(payer, paymentRequirements), paymentRequirements }
}

it('refuses a listed payer and payee before anything is sent, and follows the file', async () => {
  const seller = world.newEvmSeller()
  const [listed, free] = [await payment(seller), await payment(seller)]
  writeFileSync(file, `# from the SDN list\n${listed.payer.toUpperCase().replace('0X', '0x')}\n`)
  const facilitator = await world.openInstance({ log, screen: await openScreen(file, log, () => time) })
  const refusal = { isValid: false, invalidReason: 'payer_screened' }
  expect(await facilitator.verify(listed)).toMatchObject(refusal)
  expect(await facilitator.settle(listed)).toMatchObject({
    kind: 'refused',
    response: { errorReason: 'payer_screened' },
  })
  expect(lines).toContainEqual(expect.objectContaining({ reason: 'payer_screened', payer: listed.payer.toLowerCase() }))
  expect(await facilitator.settle(free)).toMatchObject({ kind: 'settled' })

  writeFileSync(file, `name,chain,address\nSomeone,ETH,"${seller}"\n${free.payer}\n`)
  time += 5_000
  expect(await facilitator.verify(await payment(seller))).toMatchObject({ invalidReason: 'payee_screened' })
  // Its money has moved: the list does not change how it ended.
  expect(await facilitator.settle(free)).toMatchObject({ response: { errorReason: 'duplicate_settlement' } })

  rmSync(file)
  time += 5_000
  expect(await facilitator.verify(await payment(seller))).toMatchObject({ invalidReason: 'payee_screened' })
})

it('pays a listed receiver nothing out of channels, and gives a listed payer nothing back', async () => {
  const payTo = world.newEvmSeller()
  const payer = await world.newEvmPayer()
  const channels = join(folder, 'channels.txt')
  writeFileSync(channels, payTo)
  const facilitator = await world.openInstance({ screen: await openScreen(channels, log, () => time) })
  const paymentRequirements = channelTerms(world.facilitator, { payTo })
  const channel = openChannel(payer, paymentRequirements)
  const settleBy = (by: typeof facilitator, payload: Record<string, unknown>) =>
    by.settle(
      { paymentPayload: { x402Version: 2, accepted: paymentRequirements, payload }, paymentRequirements },
      { maySignRefund: () => true },
    )
  await settleBy(world.facilitator, (await channel.deposit(1_000n)).payload)
  const claim = { type: 'claim', claims: [await channel.claim(100n)] }
  const refund = { ...(await channel.refund(0n, '900')).payload, refundNonce: '0', claims: [] }
  const refused = (errorReason: string) => ({ kind: 'refused', response: { errorReason, transaction: '' } })
  expect(await settleBy(facilitator, claim)).toMatchObject(refused('payee_screened'))
  writeFileSync(channels, `${payer.address} # the payer`)
  time += 5_000
  expect(await settleBy(facilitator, refund)).toMatchObject(refused('payer_screened'))
  expect(await settleBy(facilitator, claim)).toMatchObject({ kind: 'settled' })
})

it('keeps the last list while the file is empty, says so, and takes the next one', async () => {
  const [listed, next, payTo] = [1, 2, 3].map((digit) => `0x${String(digit).repeat(40)}`) as [string, string, string]
  const rewritten = join(folder, 'rewritten.txt')
  const errors: unknown[] = []
  writeFileSync(rewritten, listed)
  const screen = await openScreen(rewritten, { ...log, error: (facts) => void errors.push(facts) }, () => time)
  for (const content of ['', '# nobody yet\n']) {
    writeFileSync(rewritten, content)
    time += 5_000
    expect(await screen({ payer: listed, payTo })).toMatchObject({ reason: 'payer_screened' })
  }
  expect(errors).toHaveLength(2)
  writeFileSync(rewritten, next)
  time += 5_000
  expect(await screen({ payer: listed, payTo })).toBeNull()
  expect(await screen({ payer: next, payTo })).toMatchObject({ reason: 'payer_screened' })
})

it('does not start with a list that cannot be read', async () => {
  await expect(openScreen(join(folder, 'none'), log)).rejects.toThrow('ENOENT')
})

it('reads the published forms', () => {
  const evm = '0x8589427373D6D84E98730D7795D8f6f8731FDA16'
  const text = `Digital Currency Address - ETH ${evm}; alt. Digital Currency Address - XBT 1abc;\n# 0x${'1'.repeat(40)}`
  expect([...parseListed(text)]).toEqual([`evm ${evm.toLowerCase()}`])
})
