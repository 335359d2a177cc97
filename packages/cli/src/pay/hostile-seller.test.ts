import { afterEach, expect, it, vi } from 'vitest'
import { serveNode } from '@/lib/base/http/testing/serve-node'
import { sellerThat, settled } from '../testing/seller-that'
import { parseArguments } from './parse-arguments'
import { pay } from './pay'
import { EXIT } from './report-answer'

const evmKey = `0x${'11'.repeat(32)}`
afterEach(() => void vi.restoreAllMocks())

const buy = (...argv: string[]) => pay(parseArguments([...argv, '--no-sign-in']), { evmKey }, { onEvent: () => {} })

it('carries no payment to where a seller redirects', async () => {
  const other = await sellerThat((_, response) => response.end('paid'))
  const redirecting = await serveNode((_, response) => response.writeHead(307, { location: other.url }).end())
  const unpaid = await buy(`${redirecting.origin}/`)
  expect([unpaid.exitCode, unpaid.problem?.message, other.asked]).toEqual([
    EXIT.serverError,
    `the server redirects to ${other.url}. Ask that address itself, if it is meant`,
    [],
  ])

  const seller = await sellerThat((_, response) => response.writeHead(307, { location: other.url }).end())
  const paid = await buy(seller.url)
  expect([paid.exitCode, paid.problem?.message, other.asked]).toEqual([
    EXIT.unknown,
    `the server redirects to ${other.url}. A payment was signed, which may be taken`,
    [],
  ])
})

it('tells the whole address that a seller redirects to', async () => {
  const { origin } = await serveNode((_, response) => response.writeHead(308, { location: '/docs' }).end())
  expect((await buy(`${origin}/docs/`)).problem?.message).toContain(`redirects to ${origin}/docs. `)
})

it('pays once where a stream was not asked for', async () => {
  const seller = await sellerThat((_, response) =>
    response.writeHead(200, { ...settled, 'payment-stream': 'more' }).end('content'),
  )
  const { exitCode, events } = await buy(seller.url)
  expect([exitCode, events.filter(({ type }) => type === 'signed').length]).toEqual([EXIT.content, 1])
  expect(seller.asked.filter(({ isPaid }) => isPaid)).toHaveLength(1)
})
