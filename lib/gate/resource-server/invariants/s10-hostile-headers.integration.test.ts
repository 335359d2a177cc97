import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, describe, expect, it } from 'vitest'
import { misspellPayment } from '@/development/testing/attacks/leaks'
import { rawRequest } from '@/development/testing/raw-request'
import { signInHeaders } from '@/development/testing/sign-in-proofs'
import { soakOr } from '@/development/testing/soak'
import { type OurTarget, openTargets, type Target } from '@/development/testing/targets'
import { createEvmBuyer, type TestBuyer } from '@/development/testing/test-buyer'
import { signEvmPayment } from '@/lib/base/chains/testing/signed-payments'
import { encodeHeader, parseHeader } from '@/lib/base/x402/header-codec'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { MAX_RESOURCE_URI_CHARACTERS } from '@/lib/base/x402/resource-uri'

const targets = await openTargets()
afterAll(() => targets.close())

const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64')
const decoded = (header: string): Record<string, unknown> => {
  const parsed = parseHeader(header)
  return parsed.ok ? parsed.value : {}
}

/** Values that break parsers, databases and big numbers. */
const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    '0x',
    '-1',
    '1e9999',
    '9'.repeat(79),
    '00',
    '0x' + 'f'.repeat(64),
    '__proto__',
    'constructor',
    '\u0000',
    '\ud800',
    '\u202e',
    'eip155:',
    'eip155:84532 ',
    'solana:',
    Number.MAX_SAFE_INTEGER + 1,
    -0,
    1e308,
    [],
    [[]],
    {},
    true,
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.bigInt({ min: 0n, max: 2n ** 260n }).map(String),
)

/** Times that programs read and databases cannot store, and the other way round. */
const oddTime = fc.constantFrom(
  '+012345-01-01T00:00:00Z',
  '-012345-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  'infinity',
  'epoch',
)

type Path = (string | number)[]

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, child]) => pathsOf(child, [...path, key]))]
}

/** The value with one place changed, or taken away. */
function changed(value: unknown, path: Path, change: unknown, isRemoved: boolean): unknown {
  const [key, ...rest] = path
  if (key === undefined) return change
  const copy = structuredClone(value) as Record<string, unknown>
  if (rest.length > 0) copy[key] = changed(copy[key], rest, change, isRemoved)
  else if (isRemoved) delete copy[key]
  else Object.defineProperty(copy, key, { value: change, enumerable: true, configurable: true, writable: true })
  return copy
}

const nested = (depth: number) => base64(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`)

/** Headers that are almost, or not at all, like `valid`. None of them is a proof. */
function hostileHeaders(valid: string): fc.Arbitrary<string> {
  const json = decoded(valid)
  const places = pathsOf(json)
  const ascii = fc.string({ unit: 'grapheme-ascii', maxLength: 200 }).map((text) => text.trim())
  const mutatedJson = fc
    .tuple(fc.constantFrom(...places), oddValue, fc.boolean())
    .map(([path, change, isRemoved]) => base64(JSON.stringify(changed(json, path, change, isRemoved)) ?? 'null'))
  const mutatedText = fc
    .tuple(fc.nat(valid.length - 1), fc.constantFrom('=', '-', '_', ' ', '.', '%', '!', '\t', 'A', '/'), fc.nat(3))
    .map(([at, text, dropped]) => (valid.slice(0, at) + text + valid.slice(at + dropped)).trim())
  return fc
    .oneof(
      { weight: 8, arbitrary: mutatedJson },
      { weight: 4, arbitrary: mutatedText },
      { weight: 1, arbitrary: ascii },
      { weight: 1, arbitrary: fc.base64String({ maxLength: 400 }) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('base64')) },
      { weight: 1, arbitrary: fc.json({ maxDepth: 4 }).map(base64) },
      { weight: 1, arbitrary: fc.nat(valid.length - 1).map((length) => valid.slice(0, length)) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 3_000 }).map(nested) },
      { weight: 1, arbitrary: fc.integer({ min: 12_000, max: 40_000 }).map((size) => 'A'.repeat(size)) },
    )
    .filter((header) => !isEquivalent(header, json))
}

/** True for a change without effect, such as in a resource that is not compared: a good payment stays good. */
function isEquivalent(header: string, json: Record<string, unknown>): boolean {
  const parsed = parseHeader(header)
  if (!parsed.ok) return false
  const { resource: _one, extensions: _two, ...core } = parsed.value
  const { resource: _three, extensions: _four, ...original } = json
  const isSubset = (wanted: unknown, got: unknown): boolean =>
    typeof wanted === 'object' && wanted !== null && typeof got === 'object' && got !== null
      ? Object.entries(wanted).every(([key, value]) => isSubset(value, (got as Record<string, unknown>)[key]))
      : wanted === got
  return isSubset(original, core)
}

/** Extensions that a buyer may echo in place of a challenge's. */
function hostileExtensions(valid: unknown): fc.Arbitrary<unknown> {
  const anywhere = fc
    .tuple(fc.constantFrom(...pathsOf(valid)), fc.oneof(oddValue, oddTime), fc.boolean())
    .map(([path, change, isRemoved]) => changed(valid, path, change, isRemoved))
  const atAnotherTime = oddTime.map((time) => changed(valid, ['sign-in-with-x', 'info', 'issuedAt'], time, false))
  return fc.oneof({ weight: 4, arbitrary: anywhere }, { weight: 1, arbitrary: atAnotherTime })
}

async function validHeaders(target: Target, buyer: TestBuyer) {
  const exact = (await buyer.sign(`${target.origin}/cheap`)).headers['PAYMENT-SIGNATURE'] ?? ''
  const upto = (await buyer.sign(`${target.origin}/metered`)).headers['PAYMENT-SIGNATURE'] ?? ''
  const proof = (await signInHeaders(`${target.origin}/cheap`, buyer.key))['SIGN-IN-WITH-X'] ?? ''
  return { exact, upto, proof }
}

/** Sends generated headers without HTTP in between, and counts the answers. */
async function bombard(ours: OurTarget, path: string, name: string, headers: string[]) {
  const statuses: Record<number, number> = {}
  const faults: { status: number; header: string }[] = []
  const queue = headers.values()
  const send = async () => {
    for (const header of queue) {
      const request = new Request(`${ours.origin}${path}`, { headers: { [name]: header } })
      const answer = await ours.site.answer(request)
      await answer.body?.cancel()
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
      if (answer.status >= 500 || answer.status === 200) faults.push({ status: answer.status, header })
    }
  }
  await Promise.all(Array.from({ length: 16 }, send))
  return { statuses, faults }
}

const isHeaderValue = (value: string) => /^[\t\x20-\x7e]*$/.test(value)
const sample = (valid: string, count: number) =>
  fc.sample(hostileHeaders(valid).filter(isHeaderValue), { numRuns: count })

describe('S-10: hostile headers are refused, each with a status below 500', () => {
  const proofs = soakOr(20_000, 150)

  it(`holds here for ${proofs} malformed proofs, which leave no claim and no handler run behind`, async () => {
    const ours = await targets.ours()
    const { database } = ours.site.application
    const countRows = async () => [await database.payment.count(), await database.settlement.count()]
    const before = await countRows()
    const buyer = await createEvmBuyer(targets.world, 1_000_000n)
    const { exact, upto, proof } = await validHeaders(ours, buyer)
    const attacks = [
      await bombard(ours, '/cheap', 'PAYMENT-SIGNATURE', sample(exact, 0.4 * proofs)),
      await bombard(ours, '/metered', 'PAYMENT-SIGNATURE', sample(upto, 0.3 * proofs)),
      await bombard(ours, '/cheap', 'SIGN-IN-WITH-X', sample(proof, 0.3 * proofs)),
    ]
    expect(attacks.flatMap(({ faults }) => faults)).toEqual([])
    const answered = attacks.flatMap(({ statuses }) => Object.entries(statuses))
    expect([...new Set(answered.map(([status]) => status))].sort()).toEqual(['400', '402'])
    expect(answered.reduce((sum, [, count]) => sum + count, 0)).toBe(proofs)
    expect(await ours.runs()).toEqual({})
    expect(await countRows()).toEqual(before)
    expect(await buyer.balance()).toBe(1_000_000n)
  }, 600_000)

  const echoes = soakOr(5_000, 30)

  it(`holds here for ${echoes} well-signed payments of an empty wallet that echo odd extensions`, async () => {
    const ours = await targets.ours()
    const { payload } = await (await createEvmBuyer(targets.world, 1_000n)).sign(`${ours.origin}/cheap`)
    const empty = privateKeyToAccount(generatePrivateKey())
    const headers = await Promise.all(
      fc.sample(hostileExtensions(payload.extensions), { numRuns: echoes }).map(async (extensions) => {
        const signed = await signEvmPayment(empty, payload.accepted as never)
        return base64(JSON.stringify({ ...signed, accepted: payload.accepted, extensions }))
      }),
    )
    const { statuses, faults } = await bombard(ours, '/cheap', 'PAYMENT-SIGNATURE', headers)
    expect(faults).toEqual([])
    expect(Object.keys(statuses).filter((status) => status !== '400' && status !== '402')).toEqual([])
    expect(statuses[402]).toBeGreaterThan(echoes / 2)
    expect(await ours.runs()).toEqual({})
    const { database } = ours.site.application
    const claims = await database.payment.findMany({ where: { payer: empty.address.toLowerCase() } })
    expect(claims.length).toBeGreaterThan(echoes / 4)
    expect(new Set(claims.map(({ status }) => status))).toEqual(new Set(['abandoned']))
  }, 600_000)

  it('refuses an address that no payment could be kept under, and keeps payments under the longest one', async () => {
    const accepts = { scheme: 'exact', price: '$0.001', network: BASE_SEPOLIA, payTo: targets.payTo } as const
    const config = { accepts, query: ['q'], extensions: { 'sign-in-with-x': {} } }
    const ours = await targets.ours({
      routes: { 'GET /found': { config, handler: () => Response.json({ content: '/found' }) } },
    })
    const { database } = ours.site.application
    const buyer = await createEvmBuyer(targets.world, 1_000_000n)
    const payer = buyer.address.toLowerCase()
    const noise = randomBytes(6_000).toString('base64url')
    const addressOf = (characters: number) => `${ours.origin}/found?q=${noise}`.slice(0, characters)
    const longest = addressOf(MAX_RESOURCE_URI_CHARACTERS)
    const { headers } = await buyer.sign(longest)
    for (const characters of [MAX_RESOURCE_URI_CHARACTERS + 1, 2_700, 7_000]) {
      for (const init of [{}, { headers }]) {
        const answer = await fetch(addressOf(characters), init)
        expect([answer.status, (await answer.json()).code]).toEqual([414, 'address_too_long'])
      }
    }
    expect([await ours.runs(), await database.payment.count({ where: { payer } })]).toEqual([{}, 0])
    expect((await fetch(longest, { headers })).status).toBe(200)
    expect(await database.entitlement.count({ where: { addressIdentity: payer } })).toBe(1)
    expect((await fetch(longest, { headers: await signInHeaders(longest, buyer.key) })).status).toBe(200)
  })

  it('refuses headers over 16 KiB, in the gate and on the wire', async () => {
    const ours = await targets.ours()
    const long = base64(`{"x402Version":2,"padding":"${'x'.repeat(13_000)}"}`)
    expect(long.length).toBeGreaterThan(16 * 1024)
    for (const name of ['PAYMENT-SIGNATURE', 'SIGN-IN-WITH-X']) {
      const request = new Request(`${ours.origin}/cheap`, { headers: { [name]: long } })
      expect((await ours.site.answer(request)).status).toBe(400)
      expect((await rawRequest(ours.origin, '/cheap', { headers: { [name]: long } })).status).toBe(431)
    }
  })

  it('survives well-signed payments at the edge of every number', async () => {
    const ours = await targets.ours()
    const buyer = await createEvmBuyer(targets.world, 1_000_000n)
    const { payload } = await buyer.sign(`${ours.origin}/cheap`)
    const account = privateKeyToAccount(buyer.key)
    for (const maxTimeoutSeconds of [0, -1, 10 ** 9, 2 ** 40, Number.MAX_SAFE_INTEGER]) {
      const signed = await signEvmPayment(account, { ...payload.accepted, maxTimeoutSeconds } as never)
      const header = encodeHeader({ ...signed, accepted: payload.accepted })
      const answer = await fetch(`${ours.origin}/cheap`, { headers: { 'PAYMENT-SIGNATURE': header } })
      expect([maxTimeoutSeconds, answer.status < 500]).toEqual([maxTimeoutSeconds, true])
    }
  })

  it('holds here: one payment has one spelling', async () => {
    expect(await misspellPayment(targets.world, await targets.ours())).toBe(400)
  })
})
