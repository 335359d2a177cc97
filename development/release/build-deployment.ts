import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { runBuild } from '@/development/demo/build-site'
import { DomainError } from '@/lib/base/infra/domain-error'
import { bundleTools } from './bundle-tools'
import { writeNotices } from './write-notices'

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
  cpSync('bin/start.mjs', `${RELEASE}/bin/start.mjs`)
  // In place of the framework's own.
  writeFileSync(`${RELEASE}/server.js`, "import './bin/start.mjs'\n")
  // The repository's scripts are of files that are not there.
  const { name, version, private: isPrivate, license, type, engines } = JSON.parse(readFileSync('package.json', 'utf8'))
  const scripts = { start: 'node --max-semi-space-size=16 server.js' }
  const about = { name, version, private: isPrivate, license, type, engines, scripts }
  writeFileSync(`${RELEASE}/package.json`, `${JSON.stringify(about, null, 2)}\n`)
  cpSync('.next/static', `${RELEASE}/.next/static`, { recursive: true })
  cpSync('public', `${RELEASE}/public`, { recursive: true })
  cpSync('prisma/migrations', `${RELEASE}/prisma/migrations`, { recursive: true })
  await bundleTools(`${RELEASE}/bin`)
  writeNotices(RELEASE)
  console.log(
    `The release is in ${RELEASE}: node ${RELEASE}/bin/turnpike-site.mjs migrate, then node ${RELEASE}/server.js`,
  )
}
