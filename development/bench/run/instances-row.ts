import { readFileSync } from 'node:fs'
import type { PaymentPayload } from '@x402/core/types'
import { createPublicClient, http } from 'viem'
import { loadOverHttp } from '../load'
import { median } from '../measure'
import type { Bench, BenchRow } from './rows'
import { type BenchServer, type OurSite, paymentHeaders } from './servers'

const INSTANCES = 4

/** What a payment costs, and how fast they come. */
type PaymentCost = { processorMs: number; gas: number; perSecond: number }

/**
 * A payment's processor time and gas with one instance and with four that share database, chain and gas wallet. The
 * rate says little: all of them, the client, the chain and the database share the machine's processors.
 */
export async function measureInstances(
  bench: Bench,
  ours: OurSite,
  sign: (count: number) => Promise<PaymentPayload[]>,
): Promise<BenchRow> {
  const instances: BenchServer[] = [ours]
  const measure = async () => {
    const costs: PaymentCost[] = []
    // A new process compiles while it serves its first hundreds.
    await payAt(instances, await sign(bench.isQuick ? 60 : 200 * instances.length))
    while (costs.length < bench.rounds) costs.push(await payAt(instances, await sign(bench.isQuick ? 100 : 300)))
    return costs
  }
  const one = await measure()
  while (instances.length < INSTANCES) instances.push(await ours.startInstance())
  const four = await measure()
  const over = (costs: PaymentCost[], figure: keyof PaymentCost) => median(costs.map((cost) => cost[figure]))
  const times = (figure: keyof PaymentCost) => over(four, figure) / over(one, figure)
  const text = (costs: PaymentCost[]) =>
    `${over(costs, 'processorMs').toFixed(1)} ms, ${over(costs, 'gas').toFixed(0)} gas, ${over(costs, 'perSecond').toFixed(0)}/s`
  return {
    name: 'instances',
    title: 'a payment with four instances',
    meaning:
      'Processor time of all instances and gas for each paid GET, 20 at a time by 20 wallets: with one instance, then ' +
      'with four. Rates say little here, as all share the processors.',
    stock: '-',
    ours: `${text(one)} with one; ${text(four)} with four (${times('processorMs').toFixed(2)}x, ${times('gas').toFixed(2)}x)`,
    goal: '<= 1.15x of processor time and gas',
    isMet: times('processorMs') <= 1.15 && times('gas') <= 1.15,
    figures: {
      'one processorMs': one.map(({ processorMs }) => processorMs),
      'four processorMs': four.map(({ processorMs }) => processorMs),
      'one gas': one.map(({ gas }) => gas),
      'four gas': four.map(({ gas }) => gas),
    },
  }
}

/** Pays at the instances in turn. Payments that failed are an error: their cost would be missing. */
async function payAt(instances: BenchServer[], payments: PaymentPayload[]): Promise<PaymentCost> {
  const [{ chain } = { chain: undefined }] = instances
  if (!chain) throw new Error('Expected an instance.')
  const client = createPublicClient({ transport: http(chain.evmRpcUrl) })
  const processor = () => instances.reduce((sum, { pid }) => sum + readProcessorMs(pid), 0)
  const before = { block: await client.getBlockNumber({ cacheTime: 0 }), processor: processor() }
  const inputs = payments.map((payment, index) => ({ payment, url: instances[index % instances.length]?.url ?? '' }))
  const { failures, perSecond } = await loadOverHttp(inputs, 20, async (send, { payment, url }) => {
    return (await send(url, { headers: paymentHeaders(payment) })).status === 200
  })
  if (failures > 0) throw new Error(`${failures} of ${payments.length} payments failed.`)
  const processorMs = (processor() - before.processor) / payments.length
  let gas = 0
  const last = await client.getBlockNumber({ cacheTime: 0 })
  for (let number = before.block + 1n; number <= last; number += 1n) {
    gas += Number((await client.getBlock({ blockNumber: number })).gasUsed)
  }
  return { processorMs, gas: gas / payments.length, perSecond }
}

/** Processor time of a process so far: the kernel counts it in hundredths of a second. */
function readProcessorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}
