import { setTimeout as sleep } from 'node:timers/promises'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Devnet } from '@/development/devnet/start-devnet'
import { fundedSigner } from '@/development/devnet/testing/svm-parties'
import { createStockBuyer, type StockBuyer } from '@/development/testing/test-buyer'
import { encodeHeader } from '@/lib/base/x402/header-codec'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import { openRecord, type PaymentRecord, recordContent } from './payment-record'
import { createSoakClient, type SoakAnswer, type SoakClient, type SoakRequest } from './soak-client'
import type { SoakWorld } from './soak-world'

type SoakOffer = { path: string; request?: SoakRequest; mark: string }

const siteOffers: SoakOffer[] = [
  { path: '/weather?city=Lisbon', mark: '"city"' },
  { path: '/api/users/2', mark: '"name"' },
  {
    path: '/api/summarize',
    request: {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'A toll road is a road that you pay for by using it. '.repeat(30) }),
    },
    mark: '"summary"',
  },
]

const PATIENCE_MS = 240_000

type BuyerOptions = { world: SoakWorld; records: PaymentRecord[]; signal: AbortSignal }

/** Buys one thing after another, in every way that an honest client may, until told to stop. */
export async function runBuyer({ world, records, signal }: BuyerOptions, family: 'evm' | 'svm'): Promise<void> {
  const client = createSoakClient(world)
  const { buyer, network } = await openWallet(world.devnet, family)
  for (let purchase = 0; !signal.aborted; purchase += 1) {
    const offered = siteOffers[purchase % siteOffers.length] as SoakOffer // Within bounds.
    const terms = await client.readTerms(offered.path, offered.request)
    const accepts = terms?.accepts.filter((option) => option.network === network) ?? []
    if (!terms || accepts.length === 0) {
      await sleep(100)
      continue
    }
    const payload = await unlessAway(buyer.signTerms({ ...terms, accepts }))
    if (!payload) continue
    const record = openRecord(payload, offered.path)
    records.push(record)
    await spend({ client, offered, header: encodeHeader(payload), record }, purchase)
  }
  client.close()
}

async function openWallet(devnet: Devnet, family: 'evm' | 'svm'): Promise<{ buyer: StockBuyer; network: string }> {
  const amountAtomic = 1_000_000_000n
  if (family === 'evm') {
    const key = generatePrivateKey()
    await devnet.fund({ network: BASE_SEPOLIA, address: privateKeyToAccount(key).address, amountAtomic })
    return { buyer: createStockBuyer({ evm: { key, rpcUrl: devnet.evmRpcUrl } }), network: BASE_SEPOLIA }
  }
  const signer = await fundedSigner(devnet.svmRpcUrl, amountAtomic, true)
  return { buyer: createStockBuyer({ svm: { signer, rpcUrl: devnet.svmRpcUrl } }), network: SOLANA_DEVNET }
}

type SoakPurchase = { client: SoakClient; offered: SoakOffer; header: string; record: PaymentRecord }

/** Every third purchase is sent in copies, every fifth hangs up at first; all end by asking until there is a final answer. */
async function spend(purchase: SoakPurchase, count: number): Promise<void> {
  const { record } = purchase
  const startedAt = performance.now()
  if (count % 5 === 4) note(purchase, await present(purchase, { hangUpAfterMs: 5 + (count % 40) }))
  if (count % 3 === 2) {
    const answers = await Promise.all(Array.from({ length: 4 }, () => present(purchase, {})))
    for (const answer of answers) note(purchase, answer)
  }
  while (!record.isFinal && performance.now() - startedAt < PATIENCE_MS) {
    const answer = await present(purchase, {})
    note(purchase, answer)
    if (!record.isFinal) await sleep(Math.max(100, Number(answer.headers['retry-after'] ?? 0) * 250))
  }
  record.tookMs = performance.now() - startedAt
}

function present({ client, offered, header }: SoakPurchase, extra: SoakRequest): Promise<SoakAnswer> {
  const headers = { ...offered.request?.headers, 'payment-signature': header }
  return client.send(offered.path, { ...offered.request, ...extra, headers })
}

function note({ record, offered }: SoakPurchase, answer: SoakAnswer): void {
  const { status, headers, text } = answer
  if (status === 200) {
    if (!text.includes(offered.mark)) throw new Error(`Expected content of ${offered.path}, got ${text.slice(0, 200)}`)
    return recordContent(record, answer)
  }
  if (record.isFinal) return
  record.lastWord = `${status} ${wordOf(headers, text)}`
  record.isFinal = status === 402
}

/** Why the answer has no content: the code of a problem, or the error of a challenge. */
function wordOf(headers: SoakAnswer['headers'], text: string): string {
  const words = [/"code":\s*"([^"]+)"/, /"error":\s*"([^"]+)"/].map((pattern) => pattern.exec(text)?.[1])
  return words.find((word) => word !== undefined) ?? headers['content-type'] ?? ''
}

const AWAY = new Set(['ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET'])

/** The result; null where a chain or database that was just killed could not be asked. */
async function unlessAway<T>(asking: Promise<T>): Promise<T | null> {
  try {
    return await asking
  } catch (error) {
    if (isAway(error)) return null
    throw error
  }
}

function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // A killed chain loses transactions that it had not yet put into a block.
  if (error.name === 'WaitForTransactionReceiptTimeoutError') return true
  return ('code' in error && AWAY.has(String(error.code))) || isAway(error.cause)
}
