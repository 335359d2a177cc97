import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CatalogWorld, challenge, createCatalogWorld, option, seller } from '@/development/testing/catalog-world'
import { listedTool, refusal, toolServer as serverOf } from '@/development/testing/tool-server'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'

let world: CatalogWorld
beforeAll(async () => {
  world = await createCatalogWorld()
})
afterAll(() => world.stop())
beforeEach(() => world.advance(60_000))

const tides = (parts: Parameters<typeof challenge>[0] = {}) =>
  challenge({ ...parts, resource: { url: 'mcp://tool/tides', description: 'Tides of any port', ...parts.resource } })

/** By default it offers `tides`, and refuses an unpaid call of it. */
const toolServer = (offer: Partial<Parameters<typeof serverOf>[0]>) =>
  serverOf({ pages: [[listedTool('tides')]], call: () => refusal(tides()), ...offer })

const errorText = (text: string) => ({ isError: true, content: [{ type: 'text' as const, text }] })
const failing = (code: number) =>
  toolServer({
    call: () => {
      throw Object.assign(new Error('no'), { code })
    },
  })

const extensionOf = (toolName: string) => ({
  bazaar: { info: { input: { type: 'mcp', toolName, inputSchema: { type: 'object' } } }, schema: { type: 'object' } },
})

/** A payment that claims to buy `tides` of the server at that address, as a stranger may. */
function sale(url: string, payTo = seller) {
  const transaction = `0x${Math.random().toString(16).slice(2)}`
  const paymentRequirements = option({ payTo }) as unknown as PaymentRequirements
  const resource = { url, description: 'What the buyer wrote' }
  const paymentPayload = {
    ...{ x402Version: 2, resource, accepted: paymentRequirements, payload: { nonce: transaction } },
    extensions: extensionOf('tides'),
  } as unknown as PaymentPayload
  const { network } = paymentRequirements
  const payer = '0x2222222222222222222222222222222222222222'
  return {
    paymentPayload,
    paymentRequirements,
    response: { success: true, transaction, network, payer, amount: '1000' },
  }
}

/** Lists `tides` of a server by a payment, without asking it; returns the key. */
async function listByPayment(url: string, payTo = seller): Promise<string> {
  await world.settle(sale(url, payTo))
  await world.count()
  return `mcp ${url}#tides`
}

async function crawl() {
  world.advance(60_000)
  for (const job of world.catalog.jobs.filter(({ name }) => name === 'catalog crawler')) await job.run()
}

const found = async (key: string) => {
  const entry = await world.catalog.get(key)
  if (!entry) throw new Error(`Nothing is listed under ${key}.`)
  return entry
}

describe('a tool that was listed by a payment', () => {
  it.each([true, false])('answers once its server offers it at that price (JSON: %s)', async (isJson) => {
    const url = `${await world.serve(toolServer({ isJson }))}/mcp`
    const key = await listByPayment(url)
    expect((await found(key)).entry).toMatchObject({ verification: 'unverified', description: 'What the buyer wrote' })
    await crawl()
    const { entry, probes } = await found(key)
    expect(entry).toMatchObject({
      ...{ verification: 'live', description: 'Tides of any port', toolName: 'tides' },
      input: { toolName: 'tides' },
      options: [{ payTo: seller, amountAtomic: 1_000n }],
    })
    expect(probes).toMatchObject([{ isUp: true, problem: null }])
  })

  it('is what its server says from then on, not what payments say', async () => {
    const url = `${await world.serve(toolServer({}))}/mcp`
    const key = await listByPayment(url)
    await crawl()
    await listByPayment(url)
    expect((await found(key)).entry).toMatchObject({ verification: 'live', description: 'Tides of any port' })
  })

  it('pays whom its server names, and the change of payee is told', async () => {
    const url = `${await world.serve(toolServer({}))}/mcp`
    const key = await listByPayment(url, `0x${'6'.repeat(40)}`)
    await crawl()
    const { entry, priceChanges } = await found(key)
    expect(entry).toMatchObject({ verification: 'live', options: [{ payTo: seller }] })
    expect(priceChanges.map(({ kind }) => kind)).toContain('pay_to')
  })

  it('stays unproven under a payee that its server does not name', async () => {
    const url = `${await world.serve(toolServer({}))}/mcp`
    const stranger = `0x${'7'.repeat(40)}`
    await listByPayment(url)
    await listByPayment(url, stranger)
    const key = `mcp ${url}#tides eip155:84532:${stranger}`
    await crawl()
    await crawl()
    const { entry, probes } = await found(key)
    expect(entry).toMatchObject({ verification: 'unverified', options: [{ payTo: stranger }] })
    expect(probes).toMatchObject([{ isUp: false, problem: 'terms_differ' }])
  })

  it('stays unproven when its name alone is known, and is not asked for', async () => {
    await world.settle(sale('mcp://tool/tides'))
    await world.count()
    await crawl()
    const { entry, probes } = await found('mcp mcp://tool/tides#tides')
    expect([entry.verification, probes]).toEqual(['unverified', []])
  })
})

describe('a probe of a tool', () => {
  const probe = async (listener: RequestListener, toolName = 'tides') => {
    const url = `${await world.serve(listener)}/mcp`
    return { url, outcome: await world.catalog.probe({ url, toolName }) }
  }

  it('lists it under the address of its server', async () => {
    const { url, outcome } = await probe(toolServer({ pages: [[listedTool('moon')], [], [listedTool('tides')]] }))
    expect(outcome).toEqual({ status: 'success', key: `mcp ${url}#tides` })
    expect((await found(`mcp ${url}#tides`)).entry).toMatchObject({ verification: 'live', source: 'probed' })
    world.advance(60_000)
    expect(await world.catalog.validate({ url, toolName: 'tides' })).toMatchObject({ isListable: true })
  })

  it('takes description and schema from the list of tools where the terms have none', async () => {
    const terms = challenge({ resource: { url: 'mcp://tool/tides', description: undefined } })
    const { url } = await probe(toolServer({ call: () => refusal(terms) }))
    expect((await found(`mcp ${url}#tides`)).entry).toMatchObject({
      ...{ description: 'Tells tides', input: { inputSchema: { type: 'object' } } },
    })
  })

  it('reads terms that come as text alone', async () => {
    const { content } = refusal(tides())
    const { outcome } = await probe(toolServer({ call: () => ({ isError: true, content }) }))
    expect(outcome.status).toBe('success')
  })

  it('ends the session that it was given', async () => {
    const seen: string[] = []
    const inner = toolServer({})
    await probe((request, response) => {
      seen.push(`${request.method} ${request.headers['mcp-session-id'] ?? '-'}`)
      if (request.method === 'DELETE') return void response.writeHead(200).end()
      response.setHeader('mcp-session-id', 'abc')
      inner(request, response)
    })
    expect(seen).toEqual(['POST -', 'POST abc', 'POST abc', 'POST abc', 'DELETE abc'])
  })

  const html: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<h1>Welcome</h1>')
  }
  const refusals: [name: string, listener: RequestListener, code: string][] = [
    ['lists no such tool', toolServer({ pages: [[listedTool('moon')]] }), 'tool_missing'],
    [
      'never ends its list',
      toolServer({ pages: Array.from({ length: 50 }, () => [listedTool('moon')]) }),
      'tool_missing',
    ],
    ['runs it unpaid', toolServer({ call: () => ({ content: [{ type: 'text', text: 'Ebb' }] }) }), 'tool_unpaid'],
    ['refuses without terms', toolServer({ call: () => ({ isError: true, content: [] }) }), 'terms_missing'],
    [
      'wants arguments first',
      toolServer({ call: () => errorText('MCP error -32602: day is missing') }),
      'arguments_refused',
    ],
    ['wants arguments first, by an error', failing(-32_602), 'arguments_refused'],
    ['fails', failing(-32_603), 'terms_missing'],
    [
      'asks for nothing that can be paid',
      toolServer({ call: () => refusal(tides({ accepts: [{}] })) }),
      'no_payment_options',
    ],
    [
      'names another resource',
      toolServer({ call: () => refusal(tides({ resource: { url: 'https://other.example/mcp' } })) }),
      'resource_differs',
    ],
    [
      'describes another tool',
      toolServer({ call: () => refusal(tides({ extensions: extensionOf('moon') })) }),
      'bazaar_differs',
    ],
    ['shows a page', html, 'not_mcp'],
    ['knows no such address', (_request, response) => void response.writeHead(404).end(), 'not_mcp'],
    ['redirects elsewhere', redirect, 'not_mcp'],
    ['breaks off', (request) => void request.socket.destroy(), 'unreachable'],
    ['answers more than is read', endless(`: ${'x'.repeat(10_000)}\n\n`), 'too_large'],
    ['pours out events without end', endless('data: {"jsonrpc":"2.0","method":"notifications/x"}\n\n'), 'too_large'],
    ['asks back without end', endless('data: {"jsonrpc":"2.0","id":7,"method":"ping"}\n\n'), 'too_large'],
    ['nests its answer a hundred thousand deep', deep, 'not_mcp'],
  ]
  it.each(refusals)('lists nothing of a server that %s', async (_name, listener, code) => {
    const { url, outcome } = await probe(listener)
    expect(outcome).toMatchObject({ status: 'rejected', code })
    expect(await world.catalog.get(`mcp ${url}#tides`)).toBeNull()
  })

  it.each([{ toolName: '' }, { toolName: 'two words' }, { toolName: 'x'.repeat(129) }, { toolName: 7 }])(
    'asks for no tool of the name $toolName',
    async ({ toolName }) => {
      const asked = world.catalog.probe({ url: 'http://localhost:9/mcp', toolName })
      await expect(asked).rejects.toMatchObject({ code: 'INVALID_URL' })
    },
  )

  it('leaves the tools of this site to their sellers', async () => {
    const url = await world.serve(toolServer({}))
    const own = await createCatalogWorld({ publicOrigin: url })
    try {
      expect(await own.catalog.probe({ url: `${url}/mcp`, toolName: 'tides' })).toMatchObject({
        ...{ status: 'rejected', code: 'listed_by_seller' },
      })
    } finally {
      await own.stop()
    }
  })
})

function redirect(_request: IncomingMessage, response: ServerResponse) {
  response.writeHead(307, { location: 'http://127.0.0.1:9/mcp' }).end()
}

/** Sends one event for as long as anyone reads. */
function endless(event: string): RequestListener {
  return (request, response) => {
    request.resume()
    if (request.method !== 'POST') return void response.writeHead(405).end()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const pour = () => {
      while (!response.destroyed && response.write(event.repeat(100)));
    }
    response.on('drain', pour)
    pour()
  }
}

function deep(request: IncomingMessage, response: ServerResponse) {
  request.resume()
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(`{"jsonrpc":"2.0","id":0,"result":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)
}
