import { setTimeout as sleep } from 'node:timers/promises'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createStockBuyer, type StockBuyer } from '@/development/testing/stock-buyer'
import { encodeHeader } from '@/lib/base/x402/header-codec'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import type { PaymentPayload } from '@/lib/base/x402/wire'
import type { PaymentRecord } from './payment-record'
import { createSoakClient, type SoakAnswer, type SoakClient } from './soak-client'
import type { SoakWorld } from './soak-world'
import { unlessAway } from './unless-away'

/** Counts by attack: how often it was tried, and how often it gained something. */
export type Tally = Record<string, { tries: number; gains: number; statuses: Record<string, number> }>

export type AttackOptions = {
  world: SoakWorld
  signal: AbortSignal
  tally: Tally
  /** Headers of honest payments, and their buyers' records. */
  seen: { header: string; record: PaymentRecord }[]
  /** The attackers' payments, for the audit. */
  tried: PaymentRecord[]
}

/** The attackers' target, and where they verify and settle. */
export const PATH = '/weather?city=Lisbon'
export const seller = { verify: '/facilitator/verify', settle: '/facilitator/settle' }

type Wallet = { buyer: StockBuyer; address: `0x${string}` }

export function openBuyer({ devnet }: SoakWorld): Wallet {
  const key = generatePrivateKey()
  const buyer = createStockBuyer({ evm: { key, rpcUrl: devnet.evmRpcUrl } })
  return { buyer, address: privateKeyToAccount(key).address }
}

/** Runs an attack again and again from its own address until told to stop. */
export async function repeat(
  { world, signal }: AttackOptions,
  everyMs: number,
  attack: (client: SoakClient, wallet: Wallet) => Promise<void>,
): Promise<void> {
  const client = createSoakClient(world)
  const wallet = openBuyer(world)
  while (!signal.aborted) {
    await unlessAway(attack(client, wallet))
    await sleep(everyMs)
  }
  client.close()
}

export async function signOnce(client: SoakClient, buyer: StockBuyer): Promise<PaymentPayload | null> {
  const terms = await client.readTerms(PATH)
  const accepts = terms?.accepts.filter(({ network }) => network === BASE_SEPOLIA) ?? []
  if (!terms || accepts.length === 0) return null
  return (await buyer.signTerms({ ...terms, accepts })) as PaymentPayload
}

export function post(
  client: SoakClient,
  target: string,
  payload: PaymentPayload,
  amount?: string,
): Promise<SoakAnswer> {
  const paymentRequirements = amount === undefined ? payload.accepted : { ...payload.accepted, amount }
  return client.send(target, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ x402Version: 2, paymentPayload: payload, paymentRequirements }),
  })
}

export const present = (client: SoakClient, payload: PaymentPayload) =>
  client.send(PATH, { headers: { 'payment-signature': encodeHeader(payload) } })

export const isContent = ({ status }: SoakAnswer) => status === 200
export const payloadIn = (header: string) =>
  JSON.parse(Buffer.from(header, 'base64').toString('utf8')) as PaymentPayload // It was signed here.

export const isTaken = ({ text }: SoakAnswer) => /"(success|isValid)":\s*true/.test(text)

export function score(tally: Tally, name: string, answer: SoakAnswer, isGain: (answer: SoakAnswer) => boolean): void {
  const entry = (tally[name] ??= { tries: 0, gains: 0, statuses: {} })
  entry.tries += 1
  if (isGain(answer)) entry.gains += 1
  entry.statuses[answer.status] = (entry.statuses[answer.status] ?? 0) + 1
}
