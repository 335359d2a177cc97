import { x402ResourceServer } from '@x402/core/server'
import { UptoEvmScheme } from '@x402/evm/upto/server'
import { extractDiscoveryInfo, isValidIconUrl } from '@x402/extensions/bazaar'
import { validateSIWxMessage } from '@x402/extensions/sign-in-with-x'
import { describe, expect, it, vi } from 'vitest'
import { buildBazaarExtension } from './bazaar'
import { findIconUrlFault } from './icon-url'
import { matchRequirements } from './match-requirements'
import { BASE, BASE_SEPOLIA } from './networks'
import { parseBazaarExtension } from './parse-bazaar-extension'
import { parsePaymentPayloadObject } from './parse-payment-payload'
import { toolResourceUri } from './resource-uri'
import { resolveSettlementOverride } from './settlement-override'
import { type SignInProof, signInChains } from './sign-in'
import { samplePayload, sampleRequirements, sampleUptoRequirements } from './testing/samples'
import { validateSignInMessage } from './validate-sign-in'
import type { PaymentPayload, PaymentRequirements, SettleResponse } from './wire'

/** Wrong input that the stock SDK accepts: each test shows its answer beside ours. */
describe('stock settlement overrides', () => {
  const terms = { maximumAtomic: BigInt(sampleUptoRequirements.amount), decimals: 6, isPricedInDollars: true }

  /** The amount that the stock server asks its facilitator to settle. */
  const stockAmount = async (amount: string): Promise<string> => {
    const asked: string[] = []
    const server = new x402ResourceServer({
      verify: () => Promise.resolve({ isValid: true }),
      settle: (
        _payload: PaymentPayload,
        { amount: settled, network }: PaymentRequirements,
      ): Promise<SettleResponse> => {
        asked.push(settled)
        return Promise.resolve({ success: true, transaction: '0x', network })
      },
      getSupported: () => Promise.resolve({ kinds: [], extensions: [], signers: {} }),
    }).register(BASE_SEPOLIA, new UptoEvmScheme())
    const payload = { ...samplePayload, accepted: sampleUptoRequirements }
    await server.settlePayment(payload, sampleUptoRequirements, {}, undefined, { amount })
    return asked[0] ?? 'nothing'
  }

  it.each([
    ['200%', '20000'],
    ['33.333%', '33.333%'],
    ['-5', '-5'],
    ['abc', 'abc'],
    [' 5 ', ' 5 '],
    ['0x10', '0x10'],
    ['10001', '10001'],
  ])('lets %j through as %j; ours refuses it', async (override, passedOn) => {
    expect(await stockAmount(override)).toBe(passedOn)
    expect(() => resolveSettlementOverride(override, terms)).toThrow()
  })

  it('truncates dollars; ours rounds', async () => {
    expect(await stockAmount('$0.0000019')).toBe('1')
    expect(resolveSettlementOverride('$0.0000019', terms)).toBe(2n)
  })
})

describe('stock matching', () => {
  it('matches version 1 on scheme and network alone; ours refuses the version', () => {
    const server = new x402ResourceServer()
    const accepted = { ...sampleRequirements, amount: '1', payTo: '0x00000000000000000000000000000000000000ee' }
    const payload = { ...samplePayload, x402Version: 1, accepted }
    expect(server.findMatchingRequirements([sampleRequirements], payload)).toBe(sampleRequirements)
    expect(parsePaymentPayloadObject(payload)).toMatchObject({ ok: false, reason: 'invalid_x402_version' })
    expect(matchRequirements(accepted, [sampleRequirements])).toBeNull()
  })
})

describe('stock sign-in validation', () => {
  it('accepts another resource, chain, statement and nonce; ours refuses each', async () => {
    const now = new Date()
    const honest: SignInProof = {
      domain: 'shop.example',
      uri: 'https://shop.example/cheap',
      statement: 'Sign in.',
      version: '1',
      nonce: 'Aa1'.repeat(12),
      issuedAt: now.toISOString(),
      chainId: BASE_SEPOLIA,
      type: 'eip191',
      address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      signature: `0x${'1b'.repeat(65)}`,
    }
    const expected = {
      domain: honest.domain,
      uri: honest.uri,
      statement: honest.statement,
      offeredChains: signInChains([BASE_SEPOLIA]),
      now,
    }
    const forgeries: [Partial<SignInProof>, string][] = [
      [{ uri: 'https://shop.example/expensive' }, 'uri_mismatch'],
      [{ chainId: BASE }, 'chain_not_offered'],
      [{ statement: 'Something else' }, 'statement_changed'],
      [{ nonce: 'self-minted' }, 'nonce_malformed'],
    ]
    expect(validateSignInMessage(honest, expected)).toEqual({ valid: true })
    for (const [change, error] of forgeries) {
      const forged = { ...honest, ...change }
      expect(await validateSIWxMessage(forged, new URL('https://shop.example'))).toEqual({ isValid: true })
      expect(validateSignInMessage(forged, expected)).toEqual({ valid: false, error })
    }
  })
})

describe('stock discovery', () => {
  it('loses the identifier of a tool; ours keeps it', () => {
    const bazaar = buildBazaarExtension({ discoverable: true, type: 'mcp', toolName: 'weather' })
    const payload = { ...samplePayload, resource: { url: toolResourceUri('weather') }, extensions: { bazaar } }
    expect(extractDiscoveryInfo(payload, sampleRequirements)?.resourceUrl).not.toBe('mcp://tool/weather')
    expect(parseBazaarExtension(bazaar)).toMatchObject({ ok: true, discovery: { type: 'mcp', toolName: 'weather' } })
  })

  it('throws on a payment without a resource URL; ours needs none', () => {
    const bazaar = buildBazaarExtension({ discoverable: true, type: 'mcp', toolName: 'weather' })
    const payload = { ...samplePayload, resource: undefined, extensions: { bazaar } }
    expect(() => extractDiscoveryInfo(payload, sampleRequirements)).toThrow()
    expect(parseBazaarExtension(bazaar).ok).toBe(true)
  })

  it('warns about hostile schemas and goes on compiling them; ours never does', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const bazaar = {
      info: { input: { type: 'mcp', toolName: 'x', inputSchema: {} } },
      schema: { properties: { input: { pattern: '(' } } },
    }
    const payload = { ...samplePayload, extensions: { bazaar } }
    expect(extractDiscoveryInfo(payload, sampleRequirements)).toBeNull()
    expect(warn).toHaveBeenCalledOnce()
    warn.mockRestore()
    expect(parseBazaarExtension(bazaar).ok).toBe(true)
  })

  it.each([
    'http://localhost./i',
    'http://a.localhost/i',
    'http://metadata.google.internal/i',
    'http://127.0.0.1.nip.io/i',
    'http://intranet/i',
    'http://shop.example:22/i',
  ])('takes %s for an icon; ours refuses it', (url) => {
    expect(isValidIconUrl(url)).toBe(true)
    expect(findIconUrlFault(url)).not.toBeNull()
  })
})
