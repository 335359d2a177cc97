import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { encodeHeader } from '@/lib/base/x402/header-codec'
import type { PayArguments } from './parse-arguments'
import { parseArguments } from './parse-arguments'
import { pay } from './pay'
import { EXIT } from './report-answer'

const evmKey = `0x${'11'.repeat(32)}`
const option = {
  scheme: 'exact',
  network: 'eip155:84532',
  amount: '1000',
  asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
  maxTimeoutSeconds: 60,
  extra: { name: 'USDC', version: '2' },
}
const settled = encodeHeader({ success: true, transaction: '0x01', network: option.network, amount: option.amount })

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
  vi.restoreAllMocks()
})

/** A seller that asks for a payment and gives that answer to one. `asked` are the requests that it has had. */
async function sellerThat(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const asked: { path: string; isPaid: boolean }[] = []
  const server = createServer((request, response) => {
    const isPaid = request.headers['payment-signature'] !== undefined
    asked.push({ path: request.url ?? '', isPaid })
    if (isPaid) return answer(request, response)
    const challenge = encodeHeader({ x402Version: 2, resource: { url: 'http://seller/x' }, accepts: [option] })
    response.writeHead(402, { 'payment-required': challenge }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(
    () => server.close(),
    () => server.closeAllConnections(),
  )
  return { asked, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

function argumentsOf(...argv: string[]): PayArguments {
  const parsed = parseArguments([...argv, '--no-sign-in'])
  if (parsed.kind !== 'pay') throw new Error(JSON.stringify(parsed))
  return parsed.arguments
}

const buy = (...argv: string[]) => pay(argumentsOf(...argv), { evmKey }, { onEvent: () => {} })

it('carries no payment to where a seller redirects', async () => {
  const other = await sellerThat((_, response) => response.end('paid'))
  const redirecting = createServer((_, response) => response.writeHead(307, { location: `${other.origin}/x` }).end())
  await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve))
  ends.push(
    () => redirecting.close(),
    () => redirecting.closeAllConnections(),
  )
  const unpaid = await buy(`http://127.0.0.1:${(redirecting.address() as AddressInfo).port}/`)
  expect([unpaid.exitCode, unpaid.problem?.message, other.asked]).toEqual([
    EXIT.serverError,
    `the server redirects to ${other.origin}/x. Ask that address itself, if it is meant`,
    [],
  ])

  const seller = await sellerThat((_, response) => response.writeHead(307, { location: `${other.origin}/x` }).end())
  const paid = await buy(`${seller.origin}/x`)
  expect([paid.exitCode, paid.problem?.message, other.asked]).toEqual([
    EXIT.unknown,
    `the server redirects to ${other.origin}/x. A payment was signed, which may be taken`,
    [],
  ])
})

it('tells the whole address that a seller redirects to', async () => {
  const seller = createServer((_, response) => response.writeHead(308, { location: '/docs' }).end())
  await new Promise<void>((resolve) => seller.listen(0, '127.0.0.1', resolve))
  ends.push(
    () => seller.close(),
    () => seller.closeAllConnections(),
  )
  const origin = `http://127.0.0.1:${(seller.address() as AddressInfo).port}`
  expect((await buy(`${origin}/docs/`)).problem?.message).toContain(`redirects to ${origin}/docs. `)
})

it('pays once where a stream was not asked for', async () => {
  const seller = await sellerThat((_, response) =>
    response.writeHead(200, { 'payment-response': settled, 'payment-stream': 'more' }).end('content'),
  )
  const { exitCode, events } = await buy(`${seller.origin}/x`)
  expect([exitCode, events.filter(({ type }) => type === 'signed').length]).toEqual([EXIT.content, 1])
  expect(seller.asked.filter(({ isPaid }) => isPaid)).toHaveLength(1)
})
