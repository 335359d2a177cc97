import { nonceManager } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { evmFacilitator, readerAt } from '@/development/devnet/testing/evm-parties'
import type { Facilitator } from '@/lib/facilitator/create-facilitator'
import type { PaymentRequest } from '@/lib/facilitator/read-payment'
import { BASE_SEPOLIA } from '@/lib/x402/networks'
import { openBenchWorld } from './bench-world'
import { type LoadResult, printLoad, runLoad } from './run-load'

/**
 * Settlements per second from one gas wallet on the local chain: ours one at a time and without batches, ours in
 * parallel, and the stock facilitator beside them, in one run. Prints the gas of a settlement alone and batched.
 */
const world = await openBenchWorld()
const chain = readerAt(world.evmRpcUrl)

const ours = (facilitator: Facilitator, requests: PaymentRequest[]) =>
  requests.map((request) => async () => (await facilitator.settle(request)).kind === 'settled')

/** Gas that the settlements' blocks used since `fromBlock`. */
async function gasSince(fromBlock: bigint): Promise<bigint> {
  let gas = 0n
  const head = await chain.getBlockNumber({ cacheTime: 0 })
  for (let blockNumber = fromBlock + 1n; blockNumber <= head; blockNumber += 1n) {
    gas += (await chain.getBlock({ blockNumber })).gasUsed
  }
  return gas
}

/** Gas per settlement while `run` settles `count` payments. */
async function gasOf(count: number, run: () => Promise<unknown>): Promise<bigint> {
  const before = await chain.getBlockNumber({ cacheTime: 0 })
  await run()
  return (await gasSince(before)) / BigInt(count)
}

const ROUNDS = 5

/** The round with the median rate, so that one pause of the machine decides nothing. */
async function medianOf(name: string, round: () => Promise<LoadResult>): Promise<LoadResult> {
  const results: LoadResult[] = []
  while (results.length < ROUNDS) results.push(await round())
  results.sort((a, b) => a.perSecond - b.perSecond)
  const median = results[Math.floor(ROUNDS / 2)]
  if (!median) throw new Error('Expected a round.')
  const result = { ...median, failures: results.reduce((sum, { failures }) => sum + failures, 0) }
  printLoad(name, result)
  return result
}

try {
  const plain = world.openFacilitator({ maxBatch: 1 })
  const batching = world.openFacilitator()
  const load = async (facilitator: Facilitator, count: number, inFlight: number) =>
    runLoad(ours(facilitator, await world.sign(count)), inFlight)
  await load(batching, 200, 200) // Warms the code and the pools up.
  await load(plain, 20, 1)

  const oneAtATime = await medianOf('ours, unbatched, one at a time', () => load(plain, 40, 1))
  const parallel = await medianOf('ours, 200 in flight', () => load(batching, 200, 200))
  printLoad('ours, unbatched, 200 in flight', await load(plain, 200, 200))

  const instances = [world.openFacilitator(), world.openFacilitator()]
  const sharedTasks = async () =>
    (await world.sign(200)).map((request, index) => async () => {
      const outcome = await instances[index % 2]?.settle(request)
      return outcome?.kind === 'settled'
    })
  await medianOf('ours, 200 in flight, two instances', async () => runLoad(await sharedTasks(), 200))

  const stockKey = generatePrivateKey()
  const stockGas = privateKeyToAccount(stockKey, { nonceManager })
  await chain.request({
    method: 'anvil_setBalance' as never,
    params: [stockGas.address, '0x8ac7230489e80000'] as never,
  })
  const stock = evmFacilitator(world.evmRpcUrl, stockGas)
  const stockTasks = (requests: PaymentRequest[]) =>
    requests.map(
      ({ paymentPayload, paymentRequirements }) =>
        async () =>
          (await stock.settle(paymentPayload, paymentRequirements)).success,
    )
  await medianOf('stock, one at a time', async () => runLoad(stockTasks(await world.sign(20)), 1))
  printLoad('stock with a nonce manager, 200 in flight', await runLoad(stockTasks(await world.sign(200)), 200))

  const [alone, batched] = [await world.sign(20), await world.sign(150)]
  const gasAlone = await gasOf(20, () => runLoad(ours(plain, alone), 1))
  const gasBatched = await gasOf(150, () => runLoad(ours(batching, batched), 150))
  console.log(`gas per settlement on ${BASE_SEPOLIA}: ${gasAlone} alone, ${gasBatched} batched`)
  console.log(`parallel over one at a time: ${(parallel.perSecond / oneAtATime.perSecond).toFixed(1)}x (budget 10x)`)
} finally {
  await world.close()
}
