import { setTimeout as sleep } from 'node:timers/promises'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createStockBuyer } from '@/development/testing/stock-buyer'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import type { PaymentPayload, PaymentRequired } from '@/lib/base/x402/wire'
import { openRecord, type PaymentRecord, recordContent } from './payment-record'
import { createSoakClient, type SoakClient } from './soak-client'
import type { SoakWorld } from './soak-world'

const TOOL = 'get_weather'
const PATIENCE_MS = 240_000
const CITY = 'Tokyo'

type ToolResult = {
  /** The instance that answered. */
  by: string
  isError?: boolean
  structuredContent?: Record<string, unknown>
  content?: unknown
  _meta?: Record<string, unknown>
}

/** Searches the bazaar and buys a tool's answers over MCP, one after the other, until told to stop. */
export async function runMcpBuyer(world: SoakWorld, records: PaymentRecord[], signal: AbortSignal): Promise<void> {
  const client = createSoakClient(world)
  const key = generatePrivateKey()
  await world.devnet.fund({
    network: BASE_SEPOLIA,
    address: privateKeyToAccount(key).address,
    amountAtomic: 1_000_000_000n,
  })
  const buyer = createStockBuyer({ evm: { key, rpcUrl: world.devnet.evmRpcUrl } })
  while (!signal.aborted) {
    await call(client, 'search_resources', { query: 'weather' })
    const terms = (await call(client, TOOL, { city: CITY }))?.structuredContent as PaymentRequired | undefined // Checked below.
    const accepts = terms?.accepts?.filter(({ network }) => network === BASE_SEPOLIA) ?? []
    if (terms && accepts.length > 0) {
      const payload = (await buyer.signTerms({ ...terms, accepts } as never)) as PaymentPayload // The stock client's own wire.
      const record = openRecord(payload, `mcp ${TOOL}`)
      records.push(record)
      await spend(client, payload, record)
    }
    await sleep(500)
  }
  client.close()
}

/** Calls with one payment until there is a final answer. */
async function spend(client: SoakClient, payload: PaymentPayload, record: PaymentRecord): Promise<void> {
  const startedAt = performance.now()
  while (!record.isFinal && performance.now() - startedAt < PATIENCE_MS) {
    record.tries += 1
    const result = await call(client, TOOL, { city: CITY }, { 'x402/payment': payload })
    if (result && result.isError !== true) {
      if (!JSON.stringify(result).includes(CITY)) throw new Error(`Expected the weather, got ${JSON.stringify(result)}`)
      const settlement = JSON.stringify(result._meta?.['x402/payment-response'] ?? {})
      const header = Buffer.from(settlement).toString('base64')
      recordContent(record, { headers: { 'payment-response': header }, by: result.by })
    } else if (result?.structuredContent) {
      const { error, code } = result.structuredContent
      record.lastWord = String(error ?? code)
      // New terms are a refusal; any other answer means to repeat the call.
      record.isFinal = 'accepts' in result.structuredContent
    }
    if (!record.isFinal) await sleep(250)
  }
  record.tookMs = performance.now() - startedAt
}

/** A tool's result; null where there was no answer, or one without a result. */
async function call(
  client: SoakClient,
  name: string,
  parameters: object,
  meta?: Record<string, unknown>,
): Promise<ToolResult | null> {
  const { status, text, by } = await client.send('/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name, arguments: parameters, ...(meta ? { _meta: meta } : {}) },
    }),
  })
  if (status !== 200) return null
  const json = /^data: (.*)$/m.exec(text)?.[1] ?? text
  try {
    const { result } = JSON.parse(json) as { result?: Omit<ToolResult, 'by'> }
    return result ? { ...result, by } : null
  } catch {
    return null // Cut off with its instance.
  }
}
