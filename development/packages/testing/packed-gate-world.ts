import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toClientEvmSigner } from '@x402/evm'
import { BatchSettlementEvmScheme } from '@x402/evm/batch-settlement/client'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { UptoEvmScheme } from '@x402/evm/upto/client'
import { wrapFetchWithSIWx } from '@x402/extensions/sign-in-with-x'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { ExactSvmScheme } from '@x402/svm/exact/client'
import pg from 'pg'
import { createPublicClient, http } from 'viem'
import { baseSepolia } from 'viem/chains'
import { openFacilitatorSite } from '@/development/testing/open-facilitator-site'
import { createBlankDatabase } from '@/development/testing/test-database'
import { testWorld } from '@/development/testing/test-world'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import { packGate } from '../pack'
import { createFreshProject, type FreshProject, type RunningProject } from './fresh-project'

type Address = `0x${string}`

/** A started project that sells, for its own addresses. */
type Seller = RunningProject & { payTo: { evm: Address; svm: string } }

/** A wallet on each family, and the stock client with it. */
type PackedBuyer = {
  address: Address
  payEvm: typeof fetch
  payByChannel: typeof fetch
  paySvm: typeof fetch
  signIn: typeof fetch
}

export type PackedGateWorld = {
  databaseUrl: string
  /** A fresh project with the packed gate, started. */
  startProject: (options: {
    files: string | Record<string, string>
    packages: string[]
    /** Whether packages are copied into the project, not linked. */
    isCopied?: boolean
    /** A command that is run to its end before. */
    build?: string[]
    args: string[]
    /** Added to the usual settings of the networks, or replacing them. */
    env?: Record<string, string>
  }) => Promise<Seller>
  newBuyer: () => Promise<PackedBuyer>
  /** Charged to a buyer's channels, atomic units. */
  chargedTo: (payer: Address) => Promise<bigint>
  close: () => Promise<void>
}

/** The packed gate, an empty database for it, and a facilitator over HTTP on the shared local networks. */
export async function openPackedGateWorld(): Promise<PackedGateWorld> {
  const local = testWorld()
  const packed = mkdtempSync(join(tmpdir(), 'turnpike-packed-'))
  const [tarball, facilitators, database] = await Promise.all([
    packGate(packed),
    openFacilitatorSite(),
    createBlankDatabase(),
  ])
  const projects: FreshProject[] = []
  const running: RunningProject[] = []
  return {
    databaseUrl: database.url,
    async startProject({ args, build, env, ...options }) {
      const project = await createFreshProject({ tarball, ...options })
      projects.push(project)
      if (build) await project.run(build)
      const payTo = { evm: facilitators.newEvmSeller(), svm: await facilitators.newSvmSeller() }
      const server = await project.start(args, {
        DATABASE_URL: database.url,
        FACILITATOR_URL: facilitators.url,
        SECRET: 'a secret of the tests, long enough to be taken',
        PAY_TO_EVM: payTo.evm,
        PAY_TO_SVM: payTo.svm,
        EVM_RPC_URL: local.evmRpcUrl,
        SVM_RPC_URL: local.svmRpcUrl,
        ...env,
      })
      running.push(server)
      return { ...server, payTo }
    },
    async chargedTo(payer) {
      const client = new pg.Client({ connectionString: database.url })
      await client.connect()
      try {
        const { rows } = await client.query<{ sum: string }>(
          'SELECT coalesce(sum(charged_atomic), 0)::text AS sum FROM turnpike.payment_channels WHERE payer = $1',
          [payer.toLowerCase()],
        )
        return BigInt(rows[0]?.sum ?? 0)
      } finally {
        await client.end()
      }
    },
    async newBuyer() {
      const [evm, svm] = await Promise.all([facilitators.newEvmPayer(), facilitators.newSvmPayer()])
      const chain = createPublicClient({ chain: baseSepolia, transport: http(local.evmRpcUrl) })
      const signer = toClientEvmSigner(evm, chain as Parameters<typeof toClientEvmSigner>[1])
      const evmClient = new x402Client()
        .register(BASE_SEPOLIA, new ExactEvmScheme(signer))
        .register(BASE_SEPOLIA, new UptoEvmScheme(signer))
      const channelClient = new x402Client().register(BASE_SEPOLIA, new BatchSettlementEvmScheme(signer))
      channelClient.setSpendControls(false)
      const svmScheme = new ExactSvmScheme(svm, { rpcUrl: local.svmRpcUrl })
      const svmClient = new x402Client().register(SOLANA_DEVNET, svmScheme)
      return {
        address: evm.address,
        payEvm: wrapFetchWithPayment(fetch, evmClient),
        payByChannel: wrapFetchWithPayment(fetch, channelClient),
        paySvm: wrapFetchWithPayment(fetch, svmClient),
        signIn: wrapFetchWithSIWx(fetch, evm) as typeof fetch, // It calls what it wraps with both arguments.
      }
    },
    async close() {
      await Promise.all(running.map((server) => server.stop()))
      for (const project of projects) project.remove()
      await facilitators.close()
      await database.drop()
      rmSync(packed, { recursive: true, force: true })
    },
  }
}
