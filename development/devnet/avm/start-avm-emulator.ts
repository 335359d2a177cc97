import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isValidAddress } from '@algorandfoundation/algokit-utils/common'
import { decodeSignedTransaction } from '@algorandfoundation/algokit-utils/transact'
import { decode, decodeMulti, encode, IntMode } from 'algorand-msgpack'
import { z } from 'zod'
import { serveNode } from '../serve-node'
import {
  type AvmEmulator,
  GroupRefusal,
  MINIMUM_BALANCE_MICRO_ALGOS,
  MINIMUM_FEE_MICRO_ALGOS,
  openEmulator,
  type SignedBytes,
  testnet,
} from './emulator'

export type AvmEmulatorServer = { url: string; stop(): Promise<void> }

/**
 * Starts the Algorand emulator in this process: algod's endpoints on 127.0.0.1 in front of our ledger. It is not an
 * Algorand node; DESIGN and the README call it an emulator for that reason.
 */
export async function startAvmEmulator(dataDir: string, port: number): Promise<AvmEmulatorServer> {
  mkdirSync(dataDir, { recursive: true })
  const emulator = openEmulator(join(dataDir, 'ledger.jsonl'), Date.now)
  try {
    const served = await serveNode('algorand emulator', port, (request) => answerAlgod(emulator, request))
    const stop = async () => {
      await served.stop()
      emulator.close()
    }
    return { url: served.origin, stop }
  } catch (fault) {
    emulator.close()
    throw fault
  }
}

const LONGEST_WAIT_MS = 60_000
const REMEMBERED_ROUNDS = 1_000n

/** Answers the parts of algod's and the indexer's REST interfaces that x402 payments use, and the emulator's own `/devnet/` calls. */
async function answerAlgod(emulator: AvmEmulator, request: Request): Promise<Response> {
  try {
    return await route(emulator, request)
  } catch (fault) {
    if (fault instanceof GroupRefusal) return problem(400, `TransactionPool.Remember: ${fault.message}`)
    if (fault instanceof UnreadableRequest) return problem(400, fault.message)
    throw fault
  }
}

async function route(emulator: AvmEmulator, request: Request): Promise<Response> {
  const { method } = request
  const { pathname: path } = new URL(request.url)
  const [, , resource, first, second, third] = path.split('/')
  if (method === 'POST') {
    const body = Buffer.from(await request.arrayBuffer())
    if (path === '/devnet/fund') return fund(emulator, body)
    if (path === '/devnet/advance-rounds') return advance(emulator, body)
    if (path === '/v2/transactions') return submit(emulator, body)
    if (path === '/v2/transactions/simulate') return simulate(emulator, body)
  }
  if (method !== 'GET') return problem(404, `the emulator has no ${method} ${path}`)
  if (path === '/health') return Response.json({ round: Number(emulator.round()) })
  if (path === '/v2/transactions/params') return Response.json(transactionParams(emulator))
  if (path === '/v2/status') return Response.json(status(emulator))
  if (resource === 'status' && first === 'wait-for-block-after') return waitForBlock(emulator, second)
  if (resource === 'transactions' && first === 'pending' && second) return pending(emulator, second)
  if (resource === 'transactions' && first) return indexed(emulator, first)
  if (resource === 'accounts' && first && second === 'assets') return accountAsset(emulator, first, third)
  if (resource === 'accounts' && first) return account(emulator, first)
  return problem(404, `the emulator has no ${method} ${path}`)
}

function submit(emulator: AvmEmulator, body: Buffer): Promise<Response> {
  const group = readGroup(() => [...decodeMulti(body, exactIntegers)])
  return emulator.submit(group).then(() => Response.json({ txId: group[0]?.signed.txn.txId() }))
}

async function simulate(emulator: AvmEmulator, body: Buffer): Promise<Response> {
  const request = read(() => simulateSchema.parse(decode(body, exactIntegers)))
  const groups = await Promise.all(
    request['txn-groups'].map(async ({ txns }) => {
      const results = { 'txn-results': txns.map((txn) => ({ 'txn-result': { 'pool-error': '', txn } })) }
      const refusal = await emulator.simulate(readGroup(() => txns)).then(() => null, refusalMessage)
      return refusal === null ? results : { ...results, 'failure-message': refusal, 'failed-at': [0] }
    }),
  )
  return msgpack({ version: 2, 'last-round': emulator.round(), 'txn-groups': groups })
}

function refusalMessage(fault: unknown): string {
  if (fault instanceof GroupRefusal) return fault.message
  throw fault
}

async function waitForBlock(emulator: AvmEmulator, after: string | undefined): Promise<Response> {
  if (after === undefined || !/^\d{1,18}$/.test(after)) return problem(400, 'expected a round')
  const giveUpAt = Date.now() + LONGEST_WAIT_MS
  while (emulator.round() <= BigInt(after) && Date.now() < giveUpAt) await sleep(20)
  return Response.json(status(emulator))
}

function pending(emulator: AvmEmulator, id: string): Response {
  const found = emulator.findTransaction(id)
  if (found === null || emulator.round() - found.round > REMEMBERED_ROUNDS) {
    return problem(404, 'could not find the transaction in the transaction pool or in the last 1000 confirmed rounds')
  }
  return msgpack({ 'confirmed-round': found.round, 'pool-error': '', txn: decode(found.bytes, exactIntegers) })
}

/** An indexer's answer, which never expires. */
function indexed(emulator: AvmEmulator, id: string): Response {
  const found = emulator.findTransaction(id)
  if (found === null) return problem(404, 'no transaction found for transaction id')
  return Response.json({
    'current-round': Number(emulator.round()),
    transaction: { id, 'confirmed-round': Number(found.round) },
  })
}

function account(emulator: AvmEmulator, address: string): Response {
  if (!isValidAddress(address)) return problem(400, 'failed to parse the address')
  const found = emulator.find(address)
  const assets = [...(found?.assets ?? [])].map(([assetId, amount]) => holding(assetId, amount))
  return Response.json({
    address,
    amount: Number(found?.microAlgos ?? 0n),
    'min-balance': Number(MINIMUM_BALANCE_MICRO_ALGOS) * (1 + assets.length),
    round: Number(emulator.round()),
    status: 'Offline',
    assets,
    'total-assets-opted-in': assets.length,
  })
}

function accountAsset(emulator: AvmEmulator, address: string, asset: string | undefined): Response {
  if (!isValidAddress(address) || asset === undefined || !/^\d{1,18}$/.test(asset)) {
    return problem(400, 'failed to parse the address or the asset id')
  }
  const held = emulator.find(address)?.assets.get(BigInt(asset))
  if (held === undefined) return problem(404, 'account asset info not found')
  return Response.json({ round: Number(emulator.round()), 'asset-holding': holding(BigInt(asset), held) })
}

const holding = (assetId: bigint, amount: bigint) => ({
  'asset-id': Number(assetId),
  amount: Number(amount),
  'is-frozen': false,
})

function fund(emulator: AvmEmulator, body: Buffer): Response {
  const { address, microAlgos, usdcAtomic } = read(() => fundSchema.parse(JSON.parse(body.toString('utf8'))))
  if (!isValidAddress(address)) return problem(400, 'expected an Algorand address with a valid checksum')
  emulator.fund(address, BigInt(microAlgos), BigInt(usdcAtomic))
  return Response.json({ round: Number(emulator.round()) })
}

function advance(emulator: AvmEmulator, body: Buffer): Response {
  const { rounds } = read(() => advanceSchema.parse(JSON.parse(body.toString('utf8'))))
  emulator.advanceRounds(BigInt(rounds))
  return Response.json({ round: Number(emulator.round()) })
}

const digits = z.string().regex(/^\d{1,18}$/)
const fundSchema = z.object({ address: z.string(), microAlgos: digits, usdcAtomic: digits })
const advanceSchema = z.object({ rounds: z.number().int().positive().max(1_000_000) })
const simulateSchema = z.object({
  'txn-groups': z.array(z.object({ txns: z.array(z.unknown()).max(16) })).max(1),
})

const exactIntegers = { intMode: IntMode.AS_ENCODED }

class UnreadableRequest extends Error {
  override name = 'UnreadableRequest'
}

function read<T>(parse: () => T): T {
  try {
    return parse()
  } catch (cause) {
    throw new UnreadableRequest('the request could not be read', { cause })
  }
}

const readGroup = (parse: () => unknown[]): SignedBytes[] =>
  read(() =>
    parse().map((value) => {
      const bytes = pack(value)
      return { signed: decodeSignedTransaction(bytes), bytes }
    }),
  )

const status = (emulator: AvmEmulator) => ({
  'catchup-time': 0,
  'last-round': Number(emulator.round()),
  'last-version': 'future',
  'next-version': 'future',
  'next-version-round': Number(emulator.round()) + 1,
  'next-version-supported': true,
  'stopped-at-unsupported-round': false,
  'time-since-last-round': 0,
})

const transactionParams = (emulator: AvmEmulator) => ({
  'consensus-version': 'future',
  fee: 0,
  'min-fee': Number(MINIMUM_FEE_MICRO_ALGOS),
  'genesis-id': testnet.genesisId,
  'genesis-hash': testnet.genesisHash,
  'last-round': Number(emulator.round()),
})

const pack = (value: unknown) => Buffer.from(encode(value, { sortKeys: true, ignoreUndefined: true }))

const msgpack = (value: unknown) => new Response(pack(value), { headers: { 'content-type': 'application/msgpack' } })
const problem = (status: number, message: string) => Response.json({ message }, { status })
