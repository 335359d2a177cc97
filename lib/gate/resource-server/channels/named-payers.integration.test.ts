import type { PaymentPayload } from '@x402/core/types'
import { encodeFunctionData } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { canonicalAddresses } from '@/development/devnet/evm/canonical-addresses'
import { walletAt } from '@/development/devnet/testing/evm-parties'
import { placeTestContract } from '@/development/testing/place-contract'
import { type OurTarget, openTargets, type Targets } from '@/development/testing/targets'
import { channelAbi } from '@/lib/base/chains/channels/channel-contract'
import { openChannel } from '@/lib/base/chains/testing/signed-channels'
import { signEvmPayment } from '@/lib/base/chains/testing/signed-payments'
import { encodeHeader, parseHeader } from '@/lib/base/x402/header-codec'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { headerNames } from '@/lib/base/x402/protocol-headers'
import { channelReasons } from '@/lib/base/x402/reasons'
import type { PaymentRequired } from '@/lib/base/x402/wire'

const price = 100n
let targets: Targets
let one: OurTarget
let url: string
let runs = 0

beforeAll(async () => {
  targets = await openTargets()
  const terms = { price: '$0.0001', network: BASE_SEPOLIA, payTo: targets.payTo } as const
  const accepts = [
    { scheme: 'exact', ...terms },
    { scheme: 'batch-settlement', ...terms },
  ] as const
  one = await targets.ours({
    routes: {
      'GET /sold': { config: { accepts: [...accepts] }, handler: async () => Response.json({ call: ++runs }) },
    },
  })
  url = `${one.origin}/sold`
})
afterAll(() => targets.close())

async function newAccount(): Promise<PrivateKeyAccount> {
  const account = privateKeyToAccount(generatePrivateKey())
  await targets.world.faucet({ network: BASE_SEPOLIA, address: account.address, amountAtomic: 1_000_000n })
  return account
}

async function termsOf(scheme: 'exact' | 'batch-settlement') {
  const terms = parseHeader((await fetch(url)).headers.get(headerNames.paymentRequired) ?? '')
  const accepted = terms.ok && (terms.value as PaymentRequired).accepts.find((option) => option.scheme === scheme)
  if (!accepted) throw new Error('Expected terms.')
  return accepted
}

const database = () => one.site.application.database

async function ask(payload: PaymentPayload, id: string) {
  const extensions = { 'payment-identifier': { info: { required: false, id } } }
  const header = encodeHeader({ ...payload, extensions })
  const response = await fetch(url, { headers: { [headerNames.paymentSignature]: header } })
  const terms = parseHeader(response.headers.get(headerNames.paymentRequired) ?? '')
  const error = terms.ok ? (terms.value as PaymentRequired).error : null
  return { status: response.status, error, body: (await response.json()) as { call?: number; code?: string } }
}

/** A channel with money in it that names a payer who knows nothing of it; the stranger's key signs its vouchers. */
async function fillChannel(stranger: PrivateKeyAccount, victim: PrivateKeyAccount) {
  const collector = await placeTestContract('FillingCollector')
  await targets.world.faucet({ network: BASE_SEPOLIA, address: collector, amountAtomic: 10_000n })
  const accepted = await termsOf('batch-settlement')
  const channel = openChannel(victim, accepted, { payerAuthorizer: stranger.address })
  const wallet = walletAt(targets.world.evmRpcUrl, stranger)
  const args = [channel.config, 10_000n, collector, '0x'] as const
  const data = encodeFunctionData({ abi: channelAbi, functionName: 'deposit', args })
  const hash = await wallet.sendTransaction({ to: canonicalAddresses.batchSettlement, data })
  await wallet.waitForTransactionReceipt({ hash })
  return { voucher: (max: bigint) => channel.voucher(max, stranger) }
}

it('takes no payment identifier from a payer whom a stranger’s channel names, and answers it with nothing of the stranger’s', async () => {
  const [victim, stranger] = [await newAccount(), await newAccount()]
  const id = `order_${crypto.randomUUID()}`
  const channel = await fillChannel(stranger, victim)
  const squatted = await ask(await channel.voucher(price), id)
  expect(squatted).toMatchObject({ status: 402, error: channelReasons.openedElsewhere })
  expect(runs).toBe(0)
  const own = await ask(await signEvmPayment(victim, await termsOf('exact')), id)
  expect(own).toMatchObject({ status: 200, body: { call: 1 } })
  const ofVictim = { payer: victim.address.toLowerCase() }
  await expect.poll(() => database().payment.count({ where: { ...ofVictim, deliveredAt: null } })).toBe(0)
  // The victim's answer stays its own too: the stranger's key asks in vain, and the payer gets it again.
  expect(await ask(await channel.voucher(2n * price), id)).toMatchObject({
    status: 409,
    body: { code: 'payment_identifier_conflict' },
  })
  expect(await ask(await signEvmPayment(victim, await termsOf('exact')), id)).toEqual(own)
  expect(await database().payment.count({ where: ofVictim })).toBe(1)
})
