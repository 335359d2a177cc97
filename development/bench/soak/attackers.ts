import { setTimeout as sleep } from 'node:timers/promises'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createStockBuyer, type StockBuyer } from '@/development/testing/test-buyer'
import { encodeHeader } from '@/lib/base/x402/header-codec'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import type { PaymentPayload } from '@/lib/base/x402/wire'
import { type Meddler, unlessAway } from './honest-buyers'
import { openRecord, type PaymentRecord, recordContent, transactionIn } from './payment-record'
import { createSoakClient, type SoakAnswer, type SoakClient } from './soak-client'
import type { SoakWorld } from './soak-world'

export type AttackOptions = {
  world: SoakWorld
  signal: AbortSignal
  /** By attack: how often it was tried, and how often it gained something. */
  tally: Record<string, { tries: number; gains: number; statuses: Record<string, number> }>
  /** Headers of honest payments, and their buyers' records. */
  seen: { header: string; record: PaymentRecord }[]
  tried: PaymentRecord[]
}

/** Each runs in its own loop, with short breaks, so that honest buyers are disturbed and not drowned. */
export const attacks: ((options: AttackOptions) => Promise<void>)[] = [
  forgeSignatures,
  payPenniless,
  replay,
  spendElsewhere,
]

function forgeSignatures(options: AttackOptions): Promise<void> {
  return repeat(options, 20, async (client, { buyer }) => {
    const payload = await signOnce(client, buyer)
    if (!payload) return
    const { signature } = payload.payload as { signature: string }
    const other = `${signature.slice(0, 20)}${signature[20] === 'a' ? 'b' : 'a'}${signature.slice(21)}`
    const forged = { ...payload, payload: { ...payload.payload, signature: other } }
    for (const verb of ['verify', 'settle'] as const) {
      score(options, 'forged signatures', await post(client, verb, forged), isTaken)
    }
    score(options, 'forged signatures', await present(client, forged), isContent)
  })
}

function payPenniless(options: AttackOptions): Promise<void> {
  return repeat(options, 20, async (client) => {
    const payload = await signOnce(client, openWallet(options.world).buyer)
    if (!payload) return
    score(options, 'penniless', await post(client, 'settle', payload), isTaken)
    score(options, 'penniless', await present(client, payload), isContent)
  })
}

function replay(options: AttackOptions): Promise<void> {
  return repeat(options, 50, async (client) => {
    const stolen = options.seen[Math.floor(Math.random() * options.seen.length)]
    if (!stolen) return
    const { header, record } = stolen
    for (const other of ['/weather?city=Oslo', '/api/users/1']) {
      const answer = await client.send(other, { headers: { 'payment-signature': header } })
      // A payment that its buyer did not use after all is as good as money for anyone with a copy.
      const transaction = transactionIn(answer.headers['payment-response'])
      const isUsed = record.contents.some((content) => content.transaction === transaction)
      score(options, 'replays', answer, () => isContent(answer) && isUsed)
      if (!isContent(answer)) continue
      const replayed = openRecord(payloadIn(header), other)
      recordContent(replayed, answer)
      options.tried.push(replayed)
    }
  })
}

/**
 * Settles payments at our own facilitator as another server with the same payTo would, then asks our gate for content
 * with them: they are charged, and none may open anything here.
 */
async function spendElsewhere(options: AttackOptions): Promise<void> {
  const { world, tried } = options
  const wallet = openWallet(world)
  await world.devnet.fund({ network: BASE_SEPOLIA, address: wallet.address, amountAtomic: 1_000_000_000n })
  await repeat(options, 500, async (client) => {
    const payload = await signOnce(client, wallet.buyer)
    if (!payload || !isTaken(await post(client, 'settle', payload))) return
    const record = { ...openRecord(payload, PATH), elsewhere: 1 }
    tried.push(record)
    for (let tries = 0; tries < 3; tries += 1) {
      const answer = await present(client, payload)
      score(options, 'settled elsewhere', answer, isContent)
      if (isContent(answer)) recordContent(record, answer)
    }
  })
}

/** Settles payments that the gate is working on, for less, for nothing and in full. */
export const meddleWith =
  (options: AttackOptions): Meddler =>
  async ({ header, client, record }) => {
    const payload = payloadIn(header)
    if (!(await isHeldSoon(options.world, record))) return
    for (const amount of ['0', '1', payload.accepted.amount]) {
      const answer = await post(client, 'settle', payload, amount)
      score(options, 'held payments settled from outside', answer, isTaken)
    }
  }

/** Before that, anyone with a copy can use a payment: the gate can reserve only payments that it has seen. */
async function isHeldSoon({ database }: SoakWorld, { authorizationKey }: PaymentRecord): Promise<boolean> {
  const deadline = performance.now() + 5_000
  while (performance.now() < deadline) {
    const row = await database.payment
      .findUnique({ where: { authorizationKey }, select: { verifiedAt: true } })
      .catch(() => null) // The database may have been killed just now.
    if (row?.verifiedAt) return true
    await sleep(2)
  }
  return false
}

const PATH = '/weather?city=Lisbon'

type Wallet = { buyer: StockBuyer; address: `0x${string}` }

function openWallet({ devnet }: SoakWorld): Wallet {
  const key = generatePrivateKey()
  const buyer = createStockBuyer({ evm: { key, rpcUrl: devnet.evmRpcUrl } })
  return { buyer, address: privateKeyToAccount(key).address }
}

/** Runs an attack again and again from its own address until told to stop. */
async function repeat(
  { world, signal }: AttackOptions,
  everyMs: number,
  attack: (client: SoakClient, wallet: Wallet) => Promise<void>,
): Promise<void> {
  const client = createSoakClient(world)
  const wallet = openWallet(world)
  while (!signal.aborted) {
    await unlessAway(attack(client, wallet))
    await sleep(everyMs)
  }
  client.close()
}

async function signOnce(client: SoakClient, buyer: StockBuyer): Promise<PaymentPayload | null> {
  const terms = await client.readTerms(PATH)
  const accepts = terms?.accepts.filter(({ network }) => network === BASE_SEPOLIA) ?? []
  if (!terms || accepts.length === 0) return null
  return (await buyer.signTerms({ ...terms, accepts })) as PaymentPayload
}

function post(
  client: SoakClient,
  verb: 'verify' | 'settle',
  payload: PaymentPayload,
  amount = payload.accepted.amount,
): Promise<SoakAnswer> {
  return client.send(`/facilitator/${verb}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      x402Version: 2,
      paymentPayload: payload,
      paymentRequirements: { ...payload.accepted, amount },
    }),
  })
}

const present = (client: SoakClient, payload: PaymentPayload) =>
  client.send(PATH, { headers: { 'payment-signature': encodeHeader(payload) } })

const isContent = ({ status }: SoakAnswer) => status === 200
const isTaken = ({ text }: SoakAnswer) => /"(success|isValid)":\s*true/.test(text)
const payloadIn = (header: string) => JSON.parse(Buffer.from(header, 'base64').toString('utf8')) as PaymentPayload // It was signed here.

function score(
  { tally }: AttackOptions,
  name: string,
  answer: SoakAnswer,
  isGain: (answer: SoakAnswer) => boolean,
): void {
  const entry = (tally[name] ??= { tries: 0, gains: 0, statuses: {} })
  entry.tries += 1
  if (isGain(answer)) entry.gains += 1
  entry.statuses[answer.status] = (entry.statuses[answer.status] ?? 0) + 1
}
