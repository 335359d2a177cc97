import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { runBuild } from '@/development/demo/build-site'
import { DomainError } from '@/lib/base/infra/domain-error'
import { bundleTools } from './bundle-tools'

const RELEASE = 'dist'

/**
 * Builds a deployment into `dist`: the server with its packages, its static files, the migrations, and the operator's
 * program under `bin`. Nothing there needs TypeScript or development packages.
 */
export async function buildDeployment(): Promise<void> {
  const output = await runBuild({ BUILD_OUTPUT: 'standalone' })
  if (output !== null) throw new DomainError('BUILD_FAILED', `The site cannot be built:\n${output}`)
  rmSync(RELEASE, { recursive: true, force: true })
  // Its links are relative, and have to stay so.
  cpSync('.next/standalone', RELEASE, { recursive: true, verbatimSymlinks: true })
  prepareServer(`${RELEASE}/server.js`)
  cpSync('.next/static', `${RELEASE}/.next/static`, { recursive: true })
  cpSync('public', `${RELEASE}/public`, { recursive: true })
  for (const folder of ['prisma/schema', 'prisma/migrations']) {
    cpSync(folder, `${RELEASE}/${folder}`, { recursive: true })
  }
  await bundleTools(`${RELEASE}/bin`)
  // WebAssembly beside its loader, which finds it by path.
  const engine = 'node_modules/@prisma/schema-engine-wasm'
  if (!existsSync(`${RELEASE}/${engine}`)) cpSync(engine, `${RELEASE}/${engine}`, { recursive: true })
  console.log(
    `The release is in ${RELEASE}: node ${RELEASE}/bin/turnpike-site.mjs migrate, then node ${RELEASE}/server.js`,
  )
}

/** The site ends in order when it is told to, and keeps connections longer than proxies do, as in bin/start.mjs. */
function prepareServer(server: string) {
  const settings = "process.env.NEXT_MANUAL_SIG_HANDLE = '1'\nprocess.env.KEEP_ALIVE_TIMEOUT ??= '75000'\n"
  writeFileSync(server, settings + readFileSync(server, 'utf8'))
}
