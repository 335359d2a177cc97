import { readFileSync } from 'node:fs'
import type { PaymentPayload } from '@x402/core/types'
import { createPublicClient, http, type PublicClient } from 'viem'
import { loadOverHttp } from '../load'
import type { Bench, BenchRow } from './rows'
import { type BenchServer, type OurSite, paymentHeaders } from './servers'

const INSTANCES = 4
/** Payments in flight at an instance. */
const EACH = 20

type Sites = { client: PublicClient; instances: BenchServer[] }

type PaymentCost = { processorMs: number; gas: number }

/** A payment's processor time and gas with one instance, and with four that share database, chain and gas wallet. */
export async function measureInstances(
  bench: Bench,
  ours: OurSite,
  sign: (count: number) => Promise<PaymentPayload[]>,
): Promise<BenchRow> {
  const instances: BenchServer[] = [ours]
  const sites = { client: createPublicClient({ transport: http(ours.chain.evmRpcUrl) }), instances }
  const measure = async (inFlight: number) => {
    // A new process compiles while it serves its first hundreds.
    await payAt(sites, await sign(bench.isQuick ? 60 : 200 * instances.length), inFlight)
    return payAt(sites, await sign(bench.isQuick ? 100 : 300 * bench.rounds), inFlight)
  }
  const one = await measure(EACH)
  while (instances.length < INSTANCES) instances.push(await ours.startInstance())
  const [busy, calm] = [await measure(INSTANCES * EACH), await measure(EACH)]
  const costs = [one, busy, calm]
  const [time, gas] = [busy.processorMs / one.processorMs, busy.gas / one.gas]
  const text = (cost: PaymentCost) => `${cost.processorMs.toFixed(1)} ms, ${cost.gas.toFixed(0)} gas`
  return {
    name: 'instances',
    title: 'processor time and gas of a payment, four instances',
    meaning: `Of all instances together for each paid GET by 20 wallets; first with one and ${EACH} in flight, then with four and ${EACH} at each, then with four and ${EACH} in all: fewer payments then share a transaction and a statement.`,
    stock: '-',
    ours: `${text(one)} with one; ${text(busy)} with four (${time.toFixed(2)}x, ${gas.toFixed(2)}x); ${text(calm)} with four at the load of one`,
    goal: '<= 1.15x of processor time and gas',
    isMet: time <= 1.15 && gas <= 1.15,
    figures: { 'processor milliseconds': costs.map((cost) => cost.processorMs), gas: costs.map((cost) => cost.gas) },
  }
}

/** Pays at the instances in turn. Payments that failed are an error: their cost would be missing. */
async function payAt({ client, instances }: Sites, payments: PaymentPayload[], inFlight: number): Promise<PaymentCost> {
  const processor = () => instances.reduce((sum, { pid }) => sum + readProcessorMs(pid), 0)
  const before = { block: await client.getBlockNumber({ cacheTime: 0 }), processor: processor() }
  const inputs = payments.map((payment, index) => ({ payment, url: instances[index % instances.length]?.url ?? '' }))
  const { failures } = await loadOverHttp(inputs, inFlight, async (send, { payment, url }) => {
    return (await send(url, { headers: paymentHeaders(payment) })).status === 200
  })
  if (failures > 0) throw new Error(`${failures} of ${payments.length} payments failed.`)
  const processorMs = (processor() - before.processor) / payments.length
  let gas = 0
  const last = await client.getBlockNumber({ cacheTime: 0 })
  for (let number = before.block + 1n; number <= last; number += 1n) {
    gas += Number((await client.getBlock({ blockNumber: number })).gasUsed)
  }
  return { processorMs, gas: gas / payments.length }
}

/** Processor time of a process so far: the kernel counts it in hundredths of a second. */
function readProcessorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}
