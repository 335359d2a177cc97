import { describe, expect, it } from 'vitest'
import { containsDeclared, matchRequirements } from './match-requirements'
import { sampleRequirements, sampleSolanaRequirements, sampleUptoRequirements } from './testing/samples'
import type { PaymentRequirements } from './wire'

const options = [sampleRequirements, sampleUptoRequirements, sampleSolanaRequirements]

describe('matchRequirements', () => {
  it('finds the option that was accepted, whatever the order of its fields', () => {
    for (const option of options) {
      const accepted = Object.fromEntries(Object.entries(option).reverse()) as PaymentRequirements
      expect(matchRequirements(accepted, options)).toBe(option)
    }
  })

  it('answers our option, without what the buyer added to extra', () => {
    const accepted = {
      ...sampleRequirements,
      extra: { ...sampleRequirements.extra, name: 'USDC', assetTransferMethod: 'x' },
    }
    expect(matchRequirements(accepted, options)).toBe(sampleRequirements)
  })

  const changes: [string, object][] = [
    ['a lower amount', { amount: '9999' }],
    ['a higher amount', { amount: '10001' }],
    ['an amount spelled differently', { amount: '010000' }],
    ['another payee', { payTo: '0x00000000000000000000000000000000000000ab' }],
    ['another asset', { asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' }],
    ['another network', { network: 'eip155:8453' }],
    ['another scheme', { scheme: 'batch' }],
    ['a longer timeout', { maxTimeoutSeconds: 61 }],
    ['a field that we never offered', { surcharge: '1' }],
    ['another token name', { extra: { name: 'Evil', version: '2' } }],
    ['a missing extra field', { extra: { name: 'USDC' } }],
    ['an extra field of another type', { extra: { name: 'USDC', version: 2 } }],
    ['extra that only inherits', { extra: Object.create({ name: 'USDC', version: '2' }) as object }],
  ]

  it.each(changes)('refuses %s', (_name, change) => {
    expect(matchRequirements({ ...sampleRequirements, ...change }, options)).toBeNull()
  })

  it('ignores the Solana hints that every challenge renews', () => {
    const option = { ...sampleSolanaRequirements, extra: { ...sampleSolanaRequirements.extra, recentBlockhash: 'a' } }
    expect(matchRequirements({ ...option, extra: { ...option.extra, recentBlockhash: 'b' } }, [option])).toBe(option)
    expect(matchRequirements(sampleSolanaRequirements, [option])).toBe(option)
  })

  const other = '0x00000000000000000000000000000000000000f2'
  const accepted = { ...sampleUptoRequirements, extra: { ...sampleUptoRequirements.extra, facilitatorAddress: other } }

  it('takes over another gas wallet of ours that the buyer named', () => {
    const matched = matchRequirements(accepted, options, { facilitatorAddress: [other] })
    expect(matched).toEqual({
      ...sampleUptoRequirements,
      extra: { ...sampleUptoRequirements.extra, facilitatorAddress: other },
    })
    expect(sampleUptoRequirements.extra.facilitatorAddress).not.toBe(other)
  })

  it('refuses a gas wallet that is not ours', () => {
    expect(matchRequirements(accepted, options)).toBeNull()
    expect(
      matchRequirements(accepted, options, { facilitatorAddress: ['0x00000000000000000000000000000000000000f3'] }),
    ).toBeNull()
    expect(matchRequirements(accepted, options, { feePayer: [other] })).toBeNull()
  })
})

describe('containsDeclared', () => {
  const declared = {
    bazaar: { info: { input: { type: 'http', method: 'GET', tags: ['a', 'b'] } }, schema: {} },
    'sign-in-with-x': { info: { domain: 'shop.example', nonce: 'n1', issuedAt: 't1' }, supportedChains: [] },
  }

  it('lets extensions be absent', () => {
    expect(containsDeclared(undefined, declared)).toBe(true)
    expect(containsDeclared({}, declared)).toBe(true)
    expect(containsDeclared({ bazaar: declared.bazaar }, declared)).toBe(true)
  })

  it('lets the buyer add fields and extensions of its own', () => {
    const echoed = {
      bazaar: { info: { input: { ...declared.bazaar.info.input, more: 1 }, extra: true } },
      own: { info: {} },
    }
    expect(containsDeclared(echoed, declared)).toBe(true)
    expect(containsDeclared({ own: 1 }, undefined)).toBe(true)
  })

  it('lets a description be left out, as SDKs before 2.15 do, but not be changed', () => {
    const sponsoring = { eip2612GasSponsoring: { info: { description: 'Approves by signature.', version: '1' } } }
    const echo = (info: object) => containsDeclared({ eip2612GasSponsoring: { info } }, sponsoring)
    expect(echo({ version: '1', signature: '0x1' })).toBe(true)
    expect(echo({ version: '1', description: 'Something else.' })).toBe(false)
    expect(echo({ description: 'Approves by signature.' })).toBe(false)
  })

  it('does not compare what every challenge renews', () => {
    const echoed = { 'sign-in-with-x': { info: { domain: 'shop.example', nonce: 'n2', issuedAt: 't2' } } }
    expect(containsDeclared(echoed, declared)).toBe(true)
  })

  it.each([
    ['a changed value', { bazaar: { info: { input: { ...declared.bazaar.info.input, method: 'POST' } } } }],
    ['a shortened list', { bazaar: { info: { input: { ...declared.bazaar.info.input, tags: ['a'] } } } }],
    ['a longer list', { bazaar: { info: { input: { ...declared.bazaar.info.input, tags: ['a', 'b', 'c'] } } } }],
    ['a missing field', { bazaar: { info: { input: { type: 'http' } } } }],
    ['no info', { bazaar: {} }],
    ['an extension that is no object', { bazaar: 'yes' }],
    ['null', { bazaar: null }],
    ['another domain', { 'sign-in-with-x': { info: { domain: 'evil.example' } } }],
  ])('refuses %s', (_name, echoed) => expect(containsDeclared(echoed, declared)).toBe(false))
})
