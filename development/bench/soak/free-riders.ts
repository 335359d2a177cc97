import { createChannelBuyer } from '@/development/testing/channel-buyer'
import { evmSigningWallet, proofHeader, signProof } from '@/development/testing/sign-in-proofs'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import type { SignInExtension } from '@/lib/base/x402/sign-in'
import type { PaymentRequired } from '@/lib/base/x402/wire'
import {
  type AttackOptions,
  isContent,
  isTaken,
  openBuyer,
  PATH,
  post,
  present,
  readOption,
  repeat,
  score,
  seller,
  signOnce,
} from './attack-steps'
import type { Offer } from './honest-buyers'
import { openRecord, recordContent, transactionIn } from './payment-record'
import type { SoakAnswer, SoakClient } from './soak-client'

/** Moves money in a circle, for gas that the facilitator pays. */
export async function payOneself(options: AttackOptions): Promise<void> {
  const wallet = openBuyer(options.world)
  await options.world.devnet.fund({ network: BASE_SEPOLIA, address: wallet.address, amountAtomic: 1_000_000n })
  await repeat(options, 200, async (client) => {
    const option = await readOption(client)
    if (!option) return
    const accepts = [{ ...option, payTo: wallet.address }]
    const terms = { x402Version: 2, resource: { url: 'http://localhost/own' }, accepts } as PaymentRequired
    const payload = await wallet.buyer.signTerms(terms as never) // Its own terms, as any server might write them.
    score(options.tally, 'payments to oneself', await post(client, seller.settle, payload as never), isTaken)
  })
}

/** Settles a payment as another server would, at the very moment at which it is shown to our gate. */
export async function payTwoServersAtOnce(options: AttackOptions): Promise<void> {
  const { world, tally, tried } = options
  const wallet = openBuyer(world)
  await world.devnet.fund({ network: BASE_SEPOLIA, address: wallet.address, amountAtomic: 1_000_000_000n })
  await repeat(options, 700, async (client) => {
    const payload = await signOnce(client, wallet.buyer)
    if (!payload) return
    const [there, here] = await Promise.all([post(client, seller.settle, payload), present(client, payload)])
    // Content of an earlier payment, whose answer a kill cut off, does not count for this one.
    const isOfThis = transactionIn(here.headers['payment-response']) === transactionOf(there)
    score(tally, 'one payment at two servers at once', here, () => isContent(here) && isTaken(there) && isOfThis)
    const record = { ...openRecord(payload, PATH), elsewhere: isTaken(there) ? 1 : 0 }
    if (isContent(here)) recordContent(record, here)
    tried.push(record)
  })
}

/** The transaction in a facilitator's answer. */
const transactionOf = ({ text }: SoakAnswer) => /"transaction":\s*"([^"]+)"/.exec(text)?.[1]

/** Signs in, with a wallet that has bought one item of the shop, to each of the others, and to that one by POST. */
export async function openMoreThanBought(options: AttackOptions, offers: () => Offer[]): Promise<void> {
  const { world, tally } = options
  const wallet = openBuyer(world)
  await world.devnet.fund({ network: BASE_SEPOLIA, address: wallet.address, amountAtomic: 1_000_000_000n })
  let bought: string | null = null
  await repeat(options, 1_000, async (client) => {
    const paths = offers()
      .map(({ path }) => path)
      .filter((path) => path.startsWith('/x/'))
    if (bought === null) {
      const [first] = paths
      if (first && (await buy(client, wallet, first))) bought = first
      return
    }
    const other = paths[1 + Math.floor(Math.random() * (paths.length - 1))]
    if (!other || other === bought) return
    const header = await proofFor(client, wallet, other)
    if (header === null) return
    const headers = { 'sign-in-with-x': header }
    score(tally, 'signed in to what was not bought', await client.send(other, { headers }), isContent)
    const own = await proofFor(client, wallet, bought)
    if (own === null) return
    const posted = await client.send(bought, { method: 'POST', headers: { 'sign-in-with-x': own } })
    score(tally, 'signed in by another method than was bought', posted, isContent)
  })
}

async function buy(client: SoakClient, { buyer }: ReturnType<typeof openBuyer>, path: string): Promise<boolean> {
  const terms = await client.readTerms(path)
  if (!terms) return false
  const payload = await buyer.signTerms(terms as never) // Our own gate writes them.
  const header = Buffer.from(JSON.stringify(payload)).toString('base64')
  for (let tries = 0; tries < 20; tries += 1) {
    const { status } = await client.send(path, { headers: { 'payment-signature': header } })
    if (status === 200) return true
    if (status === 402) return false
  }
  return false
}

async function proofFor(
  client: SoakClient,
  { account }: ReturnType<typeof openBuyer>,
  path: string,
): Promise<string | null> {
  const terms = await client.readTerms(path)
  const challenge = terms?.extensions?.['sign-in-with-x'] as SignInExtension | undefined
  return challenge ? proofHeader(await signProof(evmSigningWallet(account), challenge, BASE_SEPOLIA)) : null
}

/** Calls once out of a channel and asks for the balance, repeatedly: the site pays for two transactions each time. */
export async function callAndRefund(options: AttackOptions): Promise<void> {
  const { world, tally } = options
  const buyer = await createChannelBuyer({ evmRpcUrl: world.devnet.evmRpcUrl, faucet: world.devnet.fund }, 10_000_000n)
  let refunds = 0
  await repeat(options, 2_000, async () => {
    const instance = world.instances.find(({ isUp }) => isUp())
    if (!instance) return
    const url = `${instance.origin}/api/random`
    await (await buyer.fetch(url)).arrayBuffer()
    const isRefunded = await buyer.refund(url).then(
      ({ success }) => success === true,
      () => false,
    )
    if (isRefunded) refunds += 1
    const told = { status: isRefunded ? 200 : 429, headers: {}, text: '', by: instance.origin }
    score(tally, 'a second refund of a channel within the hour', told, () => isRefunded && refunds > 1)
  })
}
