import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { z } from 'zod'
import { type LicensedPackage, listLicences } from '@/development/checks/licences'
import { runBuild } from '@/development/demo/build-site'
import { listLicencesOf } from '@/development/packages/pack'
import { nodeBundle } from '@/development/programs/bundle-programs'
import { DomainError } from '@/lib/base/infra/domain-error'

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
  await bundleProgram(`${RELEASE}/bin`)
  writeNotices(RELEASE)
  console.log(
    `The release is in ${RELEASE}: node ${RELEASE}/bin/turnpike-site.mjs migrate, then node ${RELEASE}/server.js`,
  )
}

/** The operator's program, by its name in a release. */
const program = { 'turnpike-site': 'lib/site/commands/main.ts' }

export const toolSources: readonly string[] = Object.values(program)

export async function bundleProgram(folder: string): Promise<void> {
  await build({
    ...nodeBundle,
    outExtension: { '.js': '.mjs' },
    entryPoints: Object.entries(program).map(([out, source]) => ({ in: source, out })),
    outdir: folder,
    // An addon with a fallback, and an addon that nobody has.
    external: ['secp256k1', 'pg-native'],
  })
}

/**
 * Writes the project's licence, the licences of all installed packages of others, and the bill of materials into a
 * release. Fonts have theirs beside them.
 */
export function writeNotices(release: string): void {
  cpSync('LICENSE', join(release, 'LICENSE'))
  const packages = listLicences('.').filter(({ folder }) => existsSync(`${folder}/package.json`))
  const manifests = packages.map(({ folder }) => `${folder}/package.json`)
  writeFileSync(join(release, 'THIRD-PARTY-LICENSES.md'), listLicencesOf(manifests))
  writeFileSync(join(release, 'sbom.cdx.json'), `${JSON.stringify(buildBill(packages), null, 2)}\n`)
}

const project = z.object({ name: z.string(), version: z.string() })

/** In CycloneDX. `npm sbom` leaves out what is a peer of something as well, and refuses packages without a version. */
function buildBill(packages: LicensedPackage[]) {
  const { name, version } = project.parse(JSON.parse(readFileSync('package.json', 'utf8')))
  const components = packages.map((one) => {
    const purl = `pkg:npm/${one.name.replace('@', '%40')}@${one.version}`
    const licenses = one.licence === 'none' ? [] : [{ expression: one.licence }]
    return [purl, { type: 'library', 'bom-ref': purl, name: one.name, version: one.version, purl, licenses }] as const
  })
  return {
    ...{ $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json', bomFormat: 'CycloneDX', specVersion: '1.5' },
    version: 1,
    metadata: { component: { type: 'application', name, version } },
    // One package may be installed in several folders.
    components: [...new Map(components).values()],
  }
}
