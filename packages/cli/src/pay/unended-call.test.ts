import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { keepCollectingGarbage } from '@/lib/base/chains/testing/collect-garbage'
import { openBudget } from '../budget'
import { runTurnpike } from '../run-turnpike'
import { sellerThat, settled } from '../testing/seller-that'
import { homeOf } from '../wallet-file'

let home: string
let shown: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'turnpike-unended-'))
  shown = ''
  vi.spyOn(console, 'log').mockImplementation((line: string) => void (shown += `${line}\n`))
  vi.spyOn(process.stdout, 'write').mockImplementation(((text: string, taken?: unknown) => {
    shown += text
    if (typeof taken === 'function') taken()
    return true
  }) as typeof process.stdout.write)
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(home, { recursive: true, force: true })
})

const env = () => ({ TURNPIKE_HOME: home, EVM_PRIVATE_KEY: `0x${'11'.repeat(32)}` }) as never
const buy = (...argv: string[]) => runTurnpike(['pay', ...argv, '--no-sign-in'], env())

/** The sum that counts against the budget of this machine. */
const spent = async () => (await openBudget(homeOf(env()).budget).read()).spent

describe('a server that takes the payment and is silent', () => {
  it('is waited for as long as was said; the outcome is not known then', async () => {
    const { url } = await sellerThat(() => {})
    expect(await buy(url, '--timeout', '1')).toBe(6)
    expect(shown).toMatch(
      /Outcome unknown: The server was silent for 1 s\. 0\.001 USDC was signed and may be taken until .+ UTC\./,
    )
    expect(await spent()).toBe('$0.001')
  })

  it('can be left: what was signed is told, and is in the receipts', async () => {
    const { url } = await sellerThat(() => void setImmediate(() => process.emit('SIGINT')))
    const before = process.listenerCount('SIGINT')
    expect(await buy(url)).toBe(6)
    expect(shown).toMatch(/Outcome unknown: Stopped\. 0\.001 USDC was signed and may be taken until/)
    expect(process.listenerCount('SIGINT')).toBe(before)
    expect(await spent()).toBe('$0.001')
  })

  it('is hung up on when it is left, also after a collection of garbage', async () => {
    let isHungUp = false
    const { url } = await sellerThat((request) => {
      request.socket.once('close', () => (isHungUp = true))
      onTestFinished(keepCollectingGarbage())
      setTimeout(() => process.emit('SIGINT'), 100)
    })
    expect(await buy(url)).toBe(6)
    await expect.poll(() => isHungUp, { timeout: 2_000 }).toBe(true)
  })

  it.each([
    ['a settlement', settled, 1, /Stopped\. What came is here/],
    ['none', {}, 6, /Stopped\. What came is here\. 0\.001 USDC was signed and may be taken until/],
  ])(
    'can be left while the body comes: with %s the code says what may be paid',
    async (_what, headers, code, words) => {
      const { url } = await sellerThat((_, response) => {
        response.writeHead(200, { ...headers, 'content-type': 'text/plain' }).write('half')
        onTestFinished(keepCollectingGarbage())
        setTimeout(() => process.emit('SIGINT'), 300)
      })
      expect(await buy(url)).toBe(code)
      expect(shown).toMatch(words)
    },
  )
})

it.each([500, 404])('an answer of %i after a signed payment leaves open whether that is taken', async (status) => {
  const { url } = await sellerThat((_, response) => void response.writeHead(status).end('{}'))
  expect(await buy(url)).toBe(6)
  expect(shown).toMatch(new RegExp(`Outcome unknown: the server answers ${status}.+may be taken until`))
})

describe('an answer too long for memory', () => {
  const long = (response: ServerResponse) => {
    response.writeHead(200, { ...settled, 'content-type': 'text/csv' })
    for (let part = 0; part < 17; part += 1) response.write(`${'0,1\r\n'.repeat(209_716)}`.slice(0, 1024 * 1024))
    response.end('the last line\u001b[2J')
  }

  it('is in a file of its own', async () => {
    expect(await buy((await sellerThat((_, response) => long(response))).url, '--json')).toBe(0)
    const report = JSON.parse(shown)
    onTestFinished(() => rmSync(report.savedTo))
    expect([report.ok, report.body, report.savedBytes > 17_000_000]).toEqual([true, null, true])
    expect(readFileSync(report.savedTo, 'utf8').length).toBe(report.savedBytes)
  })

  it('is cut where it is an error, which no one keeps', async () => {
    const { url } = await sellerThat((_, response) => {
      response.writeHead(500)
      const more = () => void (response.destroyed || response.write('x'.repeat(1024 * 1024), more))
      more()
    })
    expect(await buy(url, '--json')).toBe(6)
    const length = JSON.parse(shown).body.length
    expect([length > 16_000_000, length < 21_000_000]).toEqual([true, true])
  })
})
