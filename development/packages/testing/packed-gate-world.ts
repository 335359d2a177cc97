import { execFile, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { toClientEvmSigner } from '@x402/evm'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { UptoEvmScheme } from '@x402/evm/upto/client'
import { wrapFetchWithSIWx } from '@x402/extensions/sign-in-with-x'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { ExactSvmScheme } from '@x402/svm/exact/client'
import { createPublicClient, http } from 'viem'
import { baseSepolia } from 'viem/chains'
import { z } from 'zod'
import { findFreePort } from '@/development/free-port'
import { openFacilitatorSite } from '@/development/testing/facilitator-world'
import { createBlankDatabase } from '@/development/testing/test-database'
import { testWorld } from '@/development/testing/test-world'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import { packGate } from '../pack'

type Address = `0x${string}`

/** A started project that sells, for its own addresses. */
type Seller = RunningProject & { payTo: { evm: Address; svm: string } }

/** A wallet on each family, and the stock client with it. */
type PackedBuyer = {
  address: Address
  payEvm: typeof fetch
  paySvm: typeof fetch
  signIn: typeof fetch
}

export type PackedGateWorld = {
  /** A fresh project with the packed gate, started. */
  startProject: (options: {
    files: string | Record<string, string>
    packages: string[]
    args: string[]
    /** Added to the usual settings of the networks, or replacing them. */
    env?: Record<string, string>
  }) => Promise<Seller>
  newBuyer: () => Promise<PackedBuyer>
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
    async startProject({ args, env, ...options }) {
      const project = await createFreshProject({ tarball, ...options })
      projects.push(project)
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
    async newBuyer() {
      const [evm, svm] = await Promise.all([facilitators.newEvmPayer(), facilitators.newSvmPayer()])
      const chain = createPublicClient({ chain: baseSepolia, transport: http(local.evmRpcUrl) })
      const signer = toClientEvmSigner(evm, chain as Parameters<typeof toClientEvmSigner>[1])
      const evmClient = new x402Client()
        .register(BASE_SEPOLIA, new ExactEvmScheme(signer))
        .register(BASE_SEPOLIA, new UptoEvmScheme(signer))
      const svmScheme = new ExactSvmScheme(svm, { rpcUrl: local.svmRpcUrl })
      const svmClient = new x402Client().register(SOLANA_DEVNET, svmScheme)
      return {
        address: evm.address,
        payEvm: wrapFetchWithPayment(fetch, evmClient),
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

type FreshProject = {
  /** Runs one of its files until it prints where it listens. */
  start: (args: string[], env: Record<string, string>) => Promise<RunningProject>
  remove: () => void
}

type RunningProject = { origin: string; stop: () => Promise<void> }

const manifestSchema = z.object({ dependencies: z.record(z.string()) })

/**
 * A user's project: the packed file unpacked as npm would, and of all other packages only those that it or the package
 * declares, so that an undeclared one is missed. They are linked from here.
 * @param files a folder with the project's sources, or their texts by name
 */
async function createFreshProject(options: {
  tarball: string
  files: string | Record<string, string>
  packages: string[]
}): Promise<FreshProject> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-project-'))
  const modules = join(folder, 'node_modules')
  const gate = join(modules, 'turnpike-gate')
  mkdirSync(gate, { recursive: true })
  await promisify(execFile)('tar', ['xzf', options.tarball, '-C', gate, '--strip-components=1'])
  const { dependencies } = manifestSchema.parse(JSON.parse(readFileSync(join(gate, 'package.json'), 'utf8')))
  const packages = [...new Set([...Object.keys(dependencies), ...options.packages])]
  for (const name of packages) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(resolve('node_modules', name), join(modules, name))
  }
  if (typeof options.files === 'string') cpSync(options.files, folder, { recursive: true })
  else for (const [name, text] of Object.entries(options.files)) writeFileSync(join(folder, name), text)
  return {
    start: (args, env) => startIn(folder, args, env),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Only variables that every program needs; this process's NODE_ENV, for one, is left out. */
const ownEnv = (env: Record<string, string> = {}) =>
  ({
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    ...env,
  }) as unknown as NodeJS.ProcessEnv

async function startIn(folder: string, args: string[], env: Record<string, string>): Promise<RunningProject> {
  const port = String(await findFreePort())
  const origin = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: ownEnv({ ORIGIN: origin, PORT: port, ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (text: Buffer) => {
    said = (said + text.toString()).slice(-4_000)
  })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  await new Promise<void>((done, fail) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      said = `${said}\n${line}`.slice(-4_000)
      if (line.includes('Listening')) done()
    })
    child.once('exit', (code) => fail(new Error(`${args.join(' ')} ended with ${code}: ${said}`)))
  })
  return {
    origin,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
